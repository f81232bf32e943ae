package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reset of a whole bus that vfio makes for whoever shows that all of the bus is theirs. */
final class VfioHotReset {
    private static final long SET_IOMMU = 0x3b66;
    private static final long GROUP_SET_CONTAINER = 0x3b68;
    private static final long GROUP_GET_DEVICE_FD = 0x3b6a;
    private static final long DEVICE_PCI_HOT_RESET = 0x3b71;
    private static final int TYPE1_V2 = 3;
    private static final int HEADER_BYTES = 12;
    private static final int EBUSY = 16;

    private final List<Integer> opened = new ArrayList<>();

    private VfioHotReset() {}

    static void of(Path nodes, List<Integer> groups, PciAddress function) throws KernelException {
        VfioHotReset reset = new VfioHotReset();
        try (Arena arena = Arena.ofConfined()) {
            reset.run(arena, nodes, groups, function);
        } catch (LibC.Failure failure) {
            throw new KernelException(
                    nodes.toString().substring(1),
                    failure.number() == EBUSY ? Reason.BUSY : Reason.REFUSED,
                    "the bus of %s cannot be reset through vfio: %s".formatted(function, failure.getMessage()));
        } finally {
            reset.opened.reversed().forEach(LibC::close);
        }
    }

    private void run(Arena arena, Path nodes, List<Integer> groups, PciAddress function) throws LibC.Failure {
        int container = open(nodes.resolve("vfio"));
        MemorySegment descriptor = arena.allocateFrom(ValueLayout.JAVA_INT, container);
        List<Integer> descriptors = new ArrayList<>();
        for (int group : groups) {
            int opening = open(nodes.resolve(Integer.toString(group)));
            LibC.ioctl("attaching group " + group, opening, GROUP_SET_CONTAINER, descriptor);
            descriptors.add(opening);
        }
        LibC.ioctl("choosing the IOMMU", container, SET_IOMMU, MemorySegment.ofAddress(TYPE1_V2));
        int device = LibC.ioctl(
                "opening " + function,
                descriptors.getFirst(),
                GROUP_GET_DEVICE_FD,
                arena.allocateFrom(function.toString()));
        opened.add(device);
        int bytes = HEADER_BYTES + Integer.BYTES * descriptors.size();
        MemorySegment argument = arena.allocate(bytes, Integer.BYTES);
        argument.set(ValueLayout.JAVA_INT, 0, bytes);
        argument.set(ValueLayout.JAVA_INT, 8, descriptors.size());
        for (int index = 0; index < descriptors.size(); index++) {
            argument.set(ValueLayout.JAVA_INT, HEADER_BYTES + (long) Integer.BYTES * index, descriptors.get(index));
        }
        LibC.ioctl("the reset", device, DEVICE_PCI_HOT_RESET, argument);
    }

    private int open(Path node) throws LibC.Failure {
        int descriptor = LibC.open(node.toString(), LibC.READ_WRITE | LibC.CLOSE_ON_EXEC);
        opened.add(descriptor);
        return descriptor;
    }
}
