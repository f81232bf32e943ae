package io.fairlead.host.kernel;

import io.fairlead.host.kernel.KernelException.Reason;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Makes mediated devices and removes them. */
public final class MediatedDevices {
    private final Kernel kernel;
    private final Sysfs sysfs;

    public MediatedDevices(Kernel kernel) {
        this.kernel = kernel;
        this.sysfs = new Sysfs(kernel.root());
    }

    /**
     * Makes one of a type; nothing happens if it is there already.
     *
     * @param parent as {@code /sys/class/mdev_bus} names it
     */
    public void create(String parent, String type, UUID uuid) throws KernelException {
        String path = sysfs.follow(Sysfs.MDEV_PARENTS + "/" + parent)
                .orElseThrow(() -> new KernelException(
                        Sysfs.MDEV_PARENTS + "/" + parent,
                        Reason.GONE,
                        "%s makes no mediated devices any more; see that its driver is loaded".formatted(parent)));
        Optional<String> existing = sysfs.follow(Sysfs.MDEV_DEVICES + "/" + uuid);
        if (existing.isPresent()) {
            checkSame(uuid, path, type, existing.get());
            return;
        }
        String below = path + "/mdev_supported_types/" + type;
        if (sysfs.names(below).isEmpty()) {
            throw new KernelException(
                    below,
                    Reason.GONE,
                    "%s has no type %s; it has %s"
                            .formatted(parent, type, String.join(", ", sysfs.names(path + "/mdev_supported_types"))));
        }
        if (sysfs.number(below + "/available_instances").orElse(1) == 0) {
            throw new KernelException(
                    below,
                    Reason.BUSY,
                    "%s can make no more of type %s; remove one that is not needed".formatted(parent, type));
        }
        kernel.write(below + "/create", uuid.toString());
        if (sysfs.follow(Sysfs.MDEV_DEVICES + "/" + uuid).isEmpty()) {
            throw new KernelException(below, Reason.GONE, "mediated device %s vanished as it was made".formatted(uuid));
        }
    }

    /**
     * Removes one; nothing happens if it is not there.
     *
     * @throws KernelException with {@link Reason#BUSY} while a process has it open: the kernel would wait for that one
     */
    public void remove(UUID uuid) throws KernelException {
        Optional<String> path = sysfs.follow(Sysfs.MDEV_DEVICES + "/" + uuid);
        if (path.isEmpty()) {
            return;
        }
        OptionalInt group = group(uuid);
        if (group.isPresent() && kernel.isOpen(VfioNodes.group(group.getAsInt()))) {
            throw new KernelException(
                    path.get(),
                    Reason.BUSY,
                    "mediated device %s is in use: a process has /%s open; it is free when that has ended"
                            .formatted(uuid, VfioNodes.group(group.getAsInt())));
        }
        kernel.write(path.get() + "/remove", "1");
    }

    /** The IOMMU group of one that exists. */
    public OptionalInt group(UUID uuid) throws KernelException {
        return Sysfs.number(sysfs.linkedName(Sysfs.MDEV_DEVICES + "/" + uuid, "iommu_group"));
    }

    private void checkSame(UUID uuid, String parent, String type, String existing) throws KernelException {
        Optional<String> actual = sysfs.linkedName(Sysfs.MDEV_DEVICES + "/" + uuid, "mdev_type");
        if (!existing.startsWith(parent + "/") || actual.filter(type::equals).isEmpty()) {
            throw new KernelException(
                    existing,
                    Reason.REFUSED,
                    "there is another mediated device %s of type %s at /%s; it is not ours to touch"
                            .formatted(uuid, actual.orElse("unknown"), existing));
        }
    }
}
