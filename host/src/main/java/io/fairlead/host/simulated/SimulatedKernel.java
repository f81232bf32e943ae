package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.host.tree.Archive;
import io.fairlead.host.tree.HostRoot;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.host.tree.WritableTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A machine that does not exist. Its tree is written to by nobody else. Beside what a kernel does, it can be told to lose
 * and get cards, to be used by a process, and to {@linkplain #faults() go wrong}.
 */
public final class SimulatedKernel implements Kernel {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final Machine machine;
    private final Board board;
    private final Duration deadline;

    private SimulatedKernel(WritableTree tree, Duration deadline) {
        this.machine = new Machine(tree);
        this.board = machine.board();
        this.deadline = deadline;
    }

    /** A machine in memory that begins as the tree is, and goes on in that tree. */
    public static SimulatedKernel of(WritableTree tree) {
        return new SimulatedKernel(tree, DEADLINE);
    }

    /** The same with another deadline for writes that hang. */
    public static SimulatedKernel of(WritableTree tree, Duration deadline) {
        return new SimulatedKernel(tree, deadline);
    }

    /** A machine in memory from an archive that {@code fairlead inventory --capture} made. */
    public static SimulatedKernel of(Path archive) throws IOException {
        return of(Archive.read(archive));
    }

    /** A machine in a directory, where other processes can read it; it begins as the tree is. */
    public static SimulatedKernel in(Path directory, MemoryTree start) {
        WritableTree tree = WritableTree.in(directory);
        WritableTree.copy(start, "", tree);
        return of(tree);
    }

    @Override
    public HostRoot root() {
        return board.tree();
    }

    @Override
    public void write(String path, String value) throws KernelException {
        call(path, value, () -> {
            machine.write(path, value);
            return null;
        });
    }

    @Override
    public VfSettings virtualFunction(String physicalInterface, int index) throws KernelException {
        return call(
                "sys/class/net/" + physicalInterface,
                "vf " + index,
                () -> machine.settings().get(physicalInterface, index));
    }

    @Override
    public void setVirtualFunction(String physicalInterface, int index, VfSettings settings) throws KernelException {
        call("sys/class/net/" + physicalInterface, "vf " + index, () -> {
            machine.faults().meet("vf", physicalInterface);
            machine.settings().set(physicalInterface, index, settings);
            return null;
        });
    }

    @Override
    public void hotReset(List<PciAddress> functions) throws KernelException {
        call("dev/vfio", "hot reset", () -> {
            machine.hotReset(functions);
            return null;
        });
    }

    @Override
    public Watch watch(Runnable changed) {
        return new UeventThread(board, changed);
    }

    /** What goes wrong. */
    public Faults faults() {
        return machine.faults();
    }

    /** A surprise removal, with all that is behind it; one that a process has open goes when that lets it go. */
    public void unplug(PciAddress address) throws KernelException {
        call("unplug", address.toString(), () -> {
            machine.slots().remove(address);
            return null;
        });
    }

    /** Plugs in again what was unplugged. */
    public void plug(PciAddress... addresses) throws KernelException {
        call("plug", List.of(addresses).toString(), () -> {
            machine.slots().putBack(List.of(addresses));
            return null;
        });
    }

    /** Boots the machine again: virtual and mediated devices are gone, and every function is with its own driver. */
    public void reboot() throws KernelException {
        call("reboot", "", () -> {
            machine.reboot();
            return null;
        });
    }

    /** Names the driver that takes functions of a model by itself, such as {@code 10de:2331}. */
    public SimulatedKernel knows(String id, String driver) {
        synchronized (board) {
            machine.known().learn(id, driver);
            machine.drivers().load(driver);
        }
        return this;
    }

    /** Takes a driver's module out. */
    public void unload(String driver) {
        synchronized (board) {
            machine.drivers().unload(driver);
        }
    }

    /** Lets a process open a node such as {@code dev/vfio/12}, until it is closed. */
    public Watch open(String node) throws KernelException {
        call(node, "open", () -> machine.groups().open(node));
        return () -> {
            synchronized (board) {
                machine.groups().close(node);
            }
        };
    }

    /** The functions that were reset so far, in order. */
    public List<PciAddress> resets() {
        synchronized (board) {
            return machine.resets();
        }
    }

    private <T> T call(String path, String value, Callable<T> work) throws KernelException {
        Operation<T> operation = new Operation<>(board, work);
        if (Thread.holdsLock(board)) {
            operation.run();
        } else if (!operation.endsWithin(deadline)) {
            throw KernelException.stuck(path, value, deadline.toMillis() + " ms");
        }
        try {
            return operation.result();
        } catch (Refused refused) {
            throw KernelException.of(path, value, refused.errno());
        }
    }
}
