package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.DiskTarget;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.api.kubevirt.Volume;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.Paths;
import io.fairlead.machine.UnrenderableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The disks of a machine, each on the volume of its name. */
final class Disks {
    /** Where the content of a disk is. */
    private record Content(String type, String source, String format) {}

    private final DomainInput input;
    private final VirtualMachineInstanceSpec spec;
    private final Slots slots;
    private final Map<String, Integer> letters = new HashMap<>();

    Disks(DomainInput input, Slots slots) {
        this.input = input;
        this.spec = input.instance().getSpec();
        this.slots = slots;
    }

    List<Disk> all() {
        List<Disk> disks = new ArrayList<>();
        for (io.fairlead.api.kubevirt.Disk disk : MachineSpec.devices(spec).disks()) {
            disks.add(disk(disk));
        }
        return disks;
    }

    /** Whether any disk hangs on this bus. */
    static boolean use(String bus, VirtualMachineInstanceSpec spec) {
        return MachineSpec.devices(spec).disks().stream()
                .anyMatch(disk -> bus(disk).equals(bus));
    }

    private Disk disk(io.fairlead.api.kubevirt.Disk disk) {
        String name = name(disk.name());
        Content content = content(name);
        if (disk.lun() != null && !content.type().equals("block")) {
            throw new UnrenderableException(
                    "disk \"" + name + "\": a lun passes SCSI commands to a block device, and its"
                            + " volume is a file; make it a disk, or use a volume of mode Block");
        }
        String bus = bus(disk);
        List<Element> more = new ArrayList<>();
        Element driver = Element.of(
                "driver",
                "name",
                "qemu",
                "type",
                content.format(),
                "cache",
                disk.cache() == null ? "none" : disk.cache(),
                "error_policy",
                "stop");
        more.add(driver);
        DiskTarget target = target(disk);
        boolean cdrom = disk.cdrom() != null;
        if (cdrom || (target != null && Boolean.TRUE.equals(target.readonly()))) {
            more.add(Element.of("readonly"));
        }
        if (disk.serial() != null) {
            more.add(Element.text("serial", disk.serial()));
        }
        return new Disk(
                content.type(),
                cdrom ? "cdrom" : disk.lun() != null ? "lun" : "disk",
                content.source(),
                prefix(bus) + letter(prefix(bus)),
                bus,
                disk.bootOrder(),
                name,
                bus.equals("virtio") ? slots.place(name) : null,
                new Rest(virtioModel(bus), more));
    }

    private static List<Element.Attribute> virtioModel(String bus) {
        return bus.equals("virtio") ? List.of(new Element.Attribute("model", "virtio-non-transitional")) : List.of();
    }

    private static String bus(io.fairlead.api.kubevirt.Disk disk) {
        DiskTarget target = target(disk);
        if (target != null && target.bus() != null) {
            return target.bus();
        }
        return disk.cdrom() != null ? "sata" : disk.lun() != null ? "scsi" : "virtio";
    }

    private static @Nullable DiskTarget target(io.fairlead.api.kubevirt.Disk disk) {
        return disk.disk() != null ? disk.disk() : disk.cdrom() != null ? disk.cdrom() : disk.lun();
    }

    private static String prefix(String bus) {
        return bus.equals("virtio") ? "vd" : "sd";
    }

    /** a to z, then aa and on. */
    private String letter(String prefix) {
        int index = letters.merge(prefix, 1, Integer::sum) - 1;
        StringBuilder name = new StringBuilder();
        for (int left = index; left >= 0; left = left / 26 - 1) {
            name.insert(0, (char) ('a' + left % 26));
        }
        return name.toString();
    }

    private Content content(String name) {
        for (Volume volume : spec.volumes()) {
            if (name.equals(volume.name())) {
                return content(name, volume);
            }
        }
        throw new UnrenderableException("disk \"" + name + "\" has no volume");
    }

    private Content content(String name, Volume volume) {
        if (volume.containerDisk() != null) {
            // The image is mounted read-only, so writes go to an overlay.
            return new Content("file", Paths.overlay(name), "qcow2");
        }
        if (volume.persistentVolumeClaim() != null || volume.dataVolume() != null) {
            return input.blockVolumes().contains(name)
                    ? new Content("block", Paths.blockDevice(name), "raw")
                    : new Content("file", Paths.volume(name) + "/disk.img", "raw");
        }
        if (volume.hostDisk() != null) {
            String path = name(volume.hostDisk().path());
            return new Content("file", Paths.volume(name) + path.substring(Math.max(0, path.lastIndexOf('/'))), "raw");
        }
        if (volume.emptyDisk() != null) {
            return new Content("file", Paths.emptyDisk(name), "qcow2");
        }
        if (volume.cloudInitNoCloud() != null || volume.cloudInitConfigDrive() != null) {
            var metadata = input.instance().getMetadata();
            return new Content(
                    "file",
                    Paths.cloudInitImage(
                            name(metadata.getNamespace()),
                            name(metadata.getName()),
                            volume.cloudInitConfigDrive() != null),
                    "raw");
        }
        throw new UnrenderableException("volume \"" + name + "\" has a source that cannot back a disk");
    }
}
