package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.tree.HostRoot;
import java.util.List;

/**
 * The kernel of the host that an agent works on. Paths are those of {@link HostRoot}: {@code sys/bus/pci/rescan}.
 *
 * <p>Implementations are called from several threads at once, and no call waits longer than the deadline that it was
 * made with.
 */
public interface Kernel {
    /** What can be read. */
    HostRoot root();

    /**
     * Writes one line to an attribute, as {@code echo} does; an empty value is an empty line.
     *
     * @throws KernelException if the kernel refuses, or does not come back: then the write may still happen later
     */
    void write(String path, String value) throws KernelException;

    /** What a physical function's interface was told about one of its virtual functions. */
    VfSettings virtualFunction(String physicalInterface, int index) throws KernelException;

    /** Tells a physical function's interface about one of its virtual functions; what is absent stays as it is. */
    void setVirtualFunction(String physicalInterface, int index, VfSettings settings) throws KernelException;

    /** Resets the bus that these functions are alone on. All of them must be on {@code vfio-pci} and idle. */
    void hotReset(List<PciAddress> functions) throws KernelException;

    /**
     * Calls back, from a thread of its own, soon after devices, drivers or interfaces have changed; several changes may be
     * one call, and a change may be missed, so a full look from time to time is still needed.
     */
    Watch watch(Runnable changed);

    /** Whether any process has a device node such as {@code dev/vfio/12} open. */
    default boolean isOpen(String node) throws KernelException {
        return !new VfioNodes(root()).holders(node).isEmpty();
    }

    /** Ends when it is closed. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }
}
