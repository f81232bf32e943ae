package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.kubevirt.Bootloader;
import io.fairlead.api.kubevirt.Disk;
import io.fairlead.api.kubevirt.DiskTarget;
import io.fairlead.api.kubevirt.DomainSpec;
import io.fairlead.api.kubevirt.FeatureState;
import io.fairlead.api.kubevirt.Features;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.api.kubevirt.Volume;
import io.fairlead.machine.Architecture;
import io.fairlead.machine.MachineSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a machine needs to boot: a machine type we know, sane CPU and memory, disks that have volumes. */
final class BootRules {
    private static final Set<String> BUSES = Set.of("virtio", "sata", "scsi", "usb");
    private static final int MOST_CPUS = 4096;

    private BootRules() {}

    static void check(String field, VirtualMachineInstanceSpec spec, List<Cause> causes) {
        if (spec.domain() == null) {
            causes.add(Cause.required(field + ".domain", field + ".domain is a required field"));
            return;
        }
        DomainSpec domain = spec.domain();
        checkMachine(field, spec, domain, causes);
        checkFirmware(field + ".domain", spec, domain, causes);
        checkCpu(field + ".domain.cpu", domain, causes);
        checkMemory(field + ".domain.memory.guest", domain, causes);
        checkVolumes(field + ".volumes", spec.volumes(), causes);
        checkDisks(field + ".domain.devices.disks", spec, causes);
    }

    private static void checkMachine(
            String field, VirtualMachineInstanceSpec spec, DomainSpec domain, List<Cause> causes) {
        Architecture architecture = Architecture.of(spec.architecture());
        if (architecture == null) {
            causes.add(new Cause(
                    Cause.Type.NOT_SUPPORTED,
                    field + ".architecture",
                    field + ".architecture is not supported: " + spec.architecture() + " (allowed values: "
                            + Architecture.wireNames() + ")"));
            return;
        }
        String type = domain.machine() == null ? "" : name(domain.machine().type());
        if (!type.isEmpty() && !architecture.emulates(type)) {
            causes.add(Cause.invalid(
                    field + ".domain.machine.type",
                    field + ".domain.machine.type is not supported: " + type + " (allowed values: "
                            + architecture.machineTypes() + ")"));
        }
    }

    private static void checkFirmware(
            String path, VirtualMachineInstanceSpec spec, DomainSpec domain, List<Cause> causes) {
        Bootloader loader = domain.firmware() == null ? null : domain.firmware().bootloader();
        Features features = domain.features();
        if (loader == null || loader.efi() == null || features == null) {
            return;
        }
        // Elsewhere the firmware has other ways to describe the machine.
        if (Architecture.of(spec.architecture()) == Architecture.AMD64 && off(features.acpi())) {
            causes.add(Cause.invalid(
                    path + ".features.acpi",
                    path + ".features.acpi is off, but EFI firmware needs ACPI; switch it on or boot with BIOS"));
        }
        if (!Boolean.FALSE.equals(loader.efi().secureBoot()) && off(features.smm())) {
            causes.add(Cause.invalid(
                    path, path + " has EFI SecureBoot enabled. SecureBoot requires SMM, which is currently disabled."));
        }
    }

    private static boolean off(@Nullable FeatureState feature) {
        return feature != null && Boolean.FALSE.equals(feature.enabled());
    }

    private static void checkCpu(String path, DomainSpec domain, List<Cause> causes) {
        if (domain.cpu() == null) {
            return;
        }
        long count = 1;
        for (Integer part : new Integer[] {
            domain.cpu().sockets(), domain.cpu().cores(), domain.cpu().threads()
        }) {
            if (part != null && part < 0) {
                causes.add(Cause.invalid(path, "sockets, cores and threads must not be negative"));
                return;
            }
            count *= part == null || part == 0 ? 1 : Math.min(part, MOST_CPUS + 1);
        }
        if (count > MOST_CPUS) {
            causes.add(Cause.invalid(path, "a machine has at most " + MOST_CPUS + " CPUs"));
        }
    }

    private static void checkMemory(String path, DomainSpec domain, List<Cause> causes) {
        Quantity guest = domain.memory() == null ? null : domain.memory().guest();
        if (guest == null) {
            return;
        }
        try {
            if (guest.getNumericalAmount().signum() <= 0) {
                causes.add(Cause.invalid(path, path + " '" + guest + "' must be greater than 0"));
            }
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            causes.add(Cause.invalid(path, path + " '" + guest + "' is not a quantity"));
        }
    }

    private static void checkVolumes(String path, List<Volume> volumes, List<Cause> causes) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < volumes.size(); i++) {
            Volume volume = volumes.get(i);
            String element = path + "[" + i + "]";
            if (!seen.add(name(volume.name()))) {
                causes.add(Cause.invalid(
                        element + ".name", path + "[" + i + "].name '" + name(volume.name()) + "' must be unique"));
            }
            List<String> faults = DnsNames.labelFaults(name(volume.name()));
            if (!faults.isEmpty()) {
                causes.add(Cause.invalid(
                        element + ".name",
                        element + ".name does not conform to the kubernetes DNS_LABEL rules: "
                                + String.join(", ", faults)));
            }
            long sources = Stream.of(
                            volume.containerDisk(),
                            volume.persistentVolumeClaim(),
                            volume.dataVolume(),
                            volume.hostDisk(),
                            volume.emptyDisk(),
                            volume.cloudInitNoCloud(),
                            volume.cloudInitConfigDrive())
                    .filter(Objects::nonNull)
                    .count();
            // A source that we do not know sits among the unknown fields.
            if (sources + volume.more().size() != 1) {
                causes.add(Cause.invalid(element, element + " must have exactly one source type set"));
            }
        }
    }

    private static void checkDisks(String path, VirtualMachineInstanceSpec spec, List<Cause> causes) {
        Set<String> volumes = new HashSet<>();
        spec.volumes().forEach(volume -> volumes.add(name(volume.name())));
        Set<String> seen = new HashSet<>();
        List<Disk> disks = MachineSpec.devices(spec).disks();
        for (int i = 0; i < disks.size(); i++) {
            Disk disk = disks.get(i);
            String element = path + "[" + i + "]";
            String name = name(disk.name());
            if (!seen.add(name)) {
                causes.add(Cause.invalid(element + ".name", element + ".name '" + name + "' must be unique"));
            }
            if (!volumes.contains(name)) {
                causes.add(Cause.invalid(element + ".name", element + ".Name '" + name + "' not found."));
            }
            List<DiskTarget> targets = Stream.of(disk.disk(), disk.cdrom(), disk.lun())
                    .filter(Objects::nonNull)
                    .toList();
            if (targets.size() > 1) {
                causes.add(Cause.invalid(element, element + " can only have a single target type defined"));
            }
            for (DiskTarget target : targets) {
                if (target.bus() != null && !BUSES.contains(target.bus())) {
                    causes.add(Cause.invalid(element, element + " is set with an unrecognized bus " + target.bus()));
                }
            }
            if (disk.bootOrder() != null && disk.bootOrder() < 1) {
                causes.add(Cause.invalid(
                        element + ".bootOrder", element + ".bootOrder must have a boot order > 0, if supplied"));
            }
        }
    }
}
