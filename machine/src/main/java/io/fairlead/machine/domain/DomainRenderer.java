package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.kubevirt.Bootloader;
import io.fairlead.api.kubevirt.DomainSpec;
import io.fairlead.api.kubevirt.Firmware;
import io.fairlead.api.kubevirt.KernelBootContainer;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.Architecture;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.Paths;
import io.fairlead.machine.UnrenderableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the domain of an instance that admission let pass. */
public final class DomainRenderer {
    private final DomainInput input;
    private final VirtualMachineInstance instance;
    private final VirtualMachineInstanceSpec spec;
    private final DomainSpec domain;
    private final Architecture architecture;
    private final List<String> warnings = new ArrayList<>();

    /**
     * A domain, where its devices sit, and what did not go as asked.
     *
     * @param domain the domain
     * @param addresses guest addresses by alias; given back as {@link DomainInput#addresses()} they stay the same
     * @param warnings one sentence each
     */
    public record Rendering(Domain domain, Map<String, GuestAddress> addresses, List<String> warnings) {
        public Rendering {
            addresses = Map.copyOf(addresses);
            warnings = List.copyOf(warnings);
        }
    }

    private DomainRenderer(DomainInput input, Architecture architecture) {
        this.input = input;
        this.instance = input.instance();
        this.spec = instance.getSpec();
        this.domain = MachineSpec.domain(spec);
        this.architecture = architecture;
    }

    /** @throws UnrenderableException if what the pod was given does not fit what the machine asks for */
    public static Rendering render(DomainInput input) {
        VirtualMachineInstanceSpec spec = input.instance().getSpec();
        if (spec == null || input.instance().getMetadata() == null) {
            throw new UnrenderableException("an instance has metadata and a spec");
        }
        Architecture architecture = Architecture.of(spec.architecture());
        if (architecture == null) {
            throw new UnrenderableException("architecture " + spec.architecture() + " is unknown");
        }
        return new DomainRenderer(input, architecture).rendering();
    }

    private Rendering rendering() {
        List<Integer> cells = cells();
        Optional<Placement> placement = architecture.hasPciExpress() ? Optional.of(placement(cells)) : Optional.empty();
        Slots slots = new Slots(placement);
        MachineSpec.devices(spec)
                .interfaces()
                .forEach(card -> slots.keep(
                        (MachineSpec.isSriov(card, input.config()) ? "sriov-" : "") + name(card.name()),
                        card.pciAddress()));
        MachineSpec.devices(spec).disks().forEach(disk -> {
            if (disk.disk() != null) {
                slots.keep(name(disk.name()), disk.disk().pciAddress());
            }
        });
        List<NetworkCard> networkCards = new NetworkCards(input, slots).all();
        List<HostDevice> hostDevices = new HostDevices(input, slots, warnings).all();
        List<Controller> controllers = new ArrayList<>();
        controllers.add(new Controller("virtio-serial", 0, virtio(), slots.place("virtio-serial"), Rest.NONE));
        if (Disks.use("scsi", spec)) {
            controllers.add(new Controller("scsi", 0, scsi(), slots.place("scsi"), Rest.NONE));
        }
        if (architecture.hasPciExpress()) {
            controllers.add(usb(slots));
        }
        List<Disk> disks = new Disks(input, slots).all();
        List<Peripheral> peripherals = new Peripherals(instance, architecture, slots).all();
        placement.ifPresent(tree -> {
            controllers.addFirst(new Controller("pci", 0, "pcie-root", null, Rest.NONE));
            controllers.addAll(1, tree.controllers());
        });
        long memory = MachineSpec.guestMemory(spec);
        return new Rendering(
                new Domain(
                        input.config().emulated() ? "qemu" : "kvm",
                        name(instance.getMetadata().getNamespace()) + "_"
                                + name(instance.getMetadata().getName()),
                        uuid(),
                        memory,
                        MachineSpec.cpus(spec),
                        boot(),
                        new Devices(controllers, disks, networkCards, hostDevices, peripherals),
                        rest(memory, cells.size())),
                placement.map(Placement::given).orElse(Map.of()),
                warnings);
    }

    private Placement placement(List<Integer> cells) {
        Map<String, String> annotations = instance.getMetadata().getAnnotations();
        if (annotations != null && "true".equals(annotations.get(RootComplexPlacement.ANNOTATION))) {
            return new RootComplexPlacement(input.addresses());
        }
        return cells.isEmpty() ? new Placement(input.addresses()) : new NumaPlacement(input.addresses(), cells);
    }

    /** The guest's memory nodes, each by the host's; none unless the machine asks for its host's and its cluster allows it. */
    private List<Integer> cells() {
        boolean wanted = domain.cpu() != null
                && domain.cpu().numa() != null
                && domain.cpu().numa().guestMappingPassthrough() != null
                && input.config().isOn(FeatureGate.PCI_NUMA_AWARE_TOPOLOGY);
        if (!wanted || input.numaNodes().isEmpty()) {
            return List.of();
        }
        if (MachineSpec.cpus(spec) < input.numaNodes().size()) {
            warnings.add("spec.domain.cpu: fewer CPUs than memory nodes; devices are placed without regard to memory");
            return List.of();
        }
        return input.numaNodes();
    }

    private Controller usb(Slots slots) {
        boolean needed = Disks.use("usb", spec)
                || MachineSpec.devices(spec).inputs().stream()
                        .anyMatch(device -> device.bus() == null || device.bus().equals("usb"));
        return needed
                ? new Controller("usb", 0, "qemu-xhci", slots.place("usb"), Rest.NONE)
                : new Controller("usb", 0, "none", null, Rest.NONE);
    }

    private @Nullable String virtio() {
        return architecture.hasPciExpress() ? "virtio-non-transitional" : null;
    }

    private String scsi() {
        return architecture.hasPciExpress() ? "virtio-non-transitional" : "virtio-scsi";
    }

    private String uuid() {
        String given = domain.firmware() == null ? null : domain.firmware().uuid();
        // A name gives the same UUID each time, so that a guest's licences survive a restart.
        return given != null
                ? given
                : UUID.nameUUIDFromBytes((instance.getMetadata().getNamespace() + "/"
                                        + instance.getMetadata().getName())
                                .getBytes(StandardCharsets.UTF_8))
                        .toString();
    }

    private Boot boot() {
        String type = domain.machine() == null ? null : domain.machine().type();
        if (type == null || type.isEmpty()) {
            type = input.config().machineType() == null
                    ? architecture.defaultMachine()
                    : input.config().machineType();
        }
        Firmware firmware = domain.firmware();
        KernelBootContainer kernel = firmware == null || firmware.kernelBoot() == null
                ? null
                : firmware.kernelBoot().container();
        return new Boot(
                architecture.libvirtName(),
                type,
                kernel == null || kernel.kernelPath() == null ? null : Paths.kernelBoot() + kernel.kernelPath(),
                kernel == null || kernel.initrdPath() == null ? null : Paths.kernelBoot() + kernel.initrdPath(),
                firmware == null || firmware.kernelBoot() == null
                        ? null
                        : firmware.kernelBoot().kernelArgs(),
                new Rest(List.of(), firmwareAndIdentity(firmware)));
    }

    private List<Element> firmwareAndIdentity(@Nullable Firmware firmware) {
        if (firmware == null) {
            return List.of();
        }
        List<Element> parts = new ArrayList<>(firmwareParts(firmware.bootloader()));
        if (firmware.serial() != null) {
            parts.add(Element.of("smbios", "mode", "sysinfo"));
        }
        return parts;
    }

    private List<Element> firmwareParts(@Nullable Bootloader loader) {
        if (loader != null && loader.efi() != null) {
            boolean secure = secureBoot();
            String suffix = secure ? ".secboot.fd" : ".fd";
            Element code = new Element(
                    "loader",
                    List.of(
                            new Element.Attribute("readonly", "yes"),
                            new Element.Attribute("secure", secure ? "yes" : "no"),
                            new Element.Attribute("type", "pflash")),
                    List.of(),
                    "/usr/share/OVMF/OVMF_CODE" + suffix);
            Element variables = new Element(
                    "nvram",
                    List.of(new Element.Attribute("template", "/usr/share/OVMF/OVMF_VARS" + suffix)),
                    List.of(),
                    Paths.nvram(name(instance.getMetadata().getName())));
            return List.of(code, variables);
        }
        boolean serial = loader != null
                && loader.bios() != null
                && Boolean.TRUE.equals(loader.bios().useSerial());
        if (serial && Boolean.FALSE.equals(MachineSpec.devices(spec).autoattachSerialConsole())) {
            warnings.add("spec.domain.firmware.bootloader.bios.useSerial: the machine has no serial console to use");
            return List.of();
        }
        return serial ? List.of(Element.of("bios", "useserial", "yes")) : List.of();
    }

    private boolean secureBoot() {
        Bootloader loader = domain.firmware() == null ? null : domain.firmware().bootloader();
        return loader != null
                && loader.efi() != null
                && !Boolean.FALSE.equals(loader.efi().secureBoot());
    }

    private Rest rest(long memory, int cells) {
        List<Element> parts = new ArrayList<>();
        parts.add(Processor.element(domain.cpu(), input.config(), memory, MachineSpec.cpus(spec), cells));
        var features = domain.features();
        List<Element> switches = new ArrayList<>();
        if (features == null
                || features.acpi() == null
                || !Boolean.FALSE.equals(features.acpi().enabled())) {
            switches.add(Element.of("acpi"));
        }
        if (features != null
                && features.apic() != null
                && !Boolean.FALSE.equals(features.apic().enabled())) {
            switches.add(Element.of("apic"));
        }
        // Secure Boot keeps its keys from the guest by system management mode.
        if (secureBoot() || (features != null && features.smm() != null)) {
            switches.add(Element.of("smm", "state", "on"));
        }
        parts.add(Element.of("features").with(switches.toArray(Element[]::new)));
        if (domain.memory() != null
                && domain.memory().hugepages() != null
                && domain.memory().hugepages().pageSize() != null) {
            String bytes = Quantity.parse(domain.memory().hugepages().pageSize())
                    .getNumericalAmount()
                    .toBigInteger()
                    .toString();
            Element page = Element.of("page", "size", bytes, "unit", "b");
            parts.add(Element.of("memoryBacking").with(Element.of("hugepages").with(page)));
        }
        if (domain.firmware() != null && domain.firmware().serial() != null) {
            Element serial = new Element(
                    "entry",
                    List.of(new Element.Attribute("name", "serial")),
                    List.of(),
                    domain.firmware().serial());
            parts.add(Element.of("sysinfo", "type", "smbios")
                    .with(Element.of("system").with(serial)));
        }
        return new Rest(List.of(), parts);
    }
}
