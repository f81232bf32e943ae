package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.DeviceRequest;
import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.Gpu;
import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.VirtualGpuDisplay;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.machine.Architecture;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.UnrenderableException;
import io.fairlead.machine.domain.HostDevice.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Devices of the host, in KubeVirt's order: host devices, GPUs, networks; of each those of device plugins first. */
final class HostDevices {
    private final DomainInput input;
    private final VirtualMachineInstanceSpec spec;
    private final Slots slots;
    private final List<String> warnings;
    private final EnvironmentPools environment;
    private final ClaimedDevices claimed;
    private final Cards cards;
    private final List<HostDevice> devices = new ArrayList<>();

    HostDevices(DomainInput input, Slots slots, List<String> warnings) {
        this.input = input;
        this.spec = input.instance().getSpec();
        this.slots = slots;
        this.warnings = warnings;
        environment = new EnvironmentPools(input.environment());
        claimed = new ClaimedDevices(input, environment, warnings);
        cards = new Cards(input.host(), warnings);
    }

    List<HostDevice> all() {
        Devices asked = MachineSpec.devices(spec);
        addPlugged("hostDevices", "hostdevice-", asked.hostDevices(), false);
        for (int i = 0; i < asked.hostDevices().size(); i++) {
            var device = asked.hostDevices().get(i);
            if (MachineSpec.isClaimed(device)) {
                String field = "hostDevices[" + i + "]";
                Given given = claimed.hostDevice(
                        field, name(device.name()), name(device.claimName()), name(device.requestName()));
                add(field, "dra-hostdevice-" + name(device.name()), given, null);
            }
        }
        addPlugged("gpus", "gpu-", asked.gpus(), true);
        for (int i = 0; i < asked.gpus().size(); i++) {
            Gpu gpu = asked.gpus().get(i);
            if (MachineSpec.isClaimed(gpu)) {
                String field = "gpus[" + i + "]";
                Given given = claimed.gpu(field, name(gpu.name()), name(gpu.claimName()), name(gpu.requestName()));
                add(field, "dra-gpu-" + name(gpu.name()), given, gpu);
            }
        }
        addNetworks();
        return devices;
    }

    /** Devices by resource name: first all functions, then cards, then mediated devices. */
    private void addPlugged(String list, String prefix, List<? extends DeviceRequest> asked, boolean gpus) {
        boolean[] found = new boolean[asked.size()];
        for (EnvironmentPools.Kind kind : EnvironmentPools.Kind.values()) {
            for (int i = 0; i < asked.size(); i++) {
                String resource = resource(asked.get(i));
                if (resource == null || found[i]) {
                    continue;
                }
                Given given = environment.take(kind, resource);
                if (given != null) {
                    found[i] = true;
                    add(
                            list + "[" + i + "]",
                            prefix + name(asked.get(i).name()),
                            given,
                            gpus && asked.get(i) instanceof Gpu gpu ? gpu : null);
                }
            }
        }
        for (int i = 0; i < asked.size(); i++) {
            String resource = resource(asked.get(i));
            if (resource != null && !found[i]) {
                throw new UnrenderableException(
                        "%s[%d]: the environment has no device left for %s; its device plugin gave fewer"
                                        .formatted(list, i, resource)
                                + " than the machine asks for");
            }
        }
    }

    private @Nullable String resource(DeviceRequest device) {
        if (device instanceof io.fairlead.api.kubevirt.HostDevice picked && picked.pciDeviceClaim() != null) {
            // Offered as <vendor>/<claim name>; the vendor is told by the variable that is there.
            return input.environment().keySet().stream()
                    .filter(variable ->
                            variable.endsWith("_" + picked.pciDeviceClaim().toUpperCase(Locale.ROOT)))
                    .map(variable -> variable.replaceFirst("^(MULTIFUNCTION_|MDEV_)?PCI_RESOURCE_", ""))
                    .findFirst()
                    .orElse(picked.pciDeviceClaim());
        }
        return name(device.deviceName()).isEmpty() ? null : device.deviceName();
    }

    private void addNetworks() {
        List<Interface> cardsOfHost = MachineSpec.devices(spec).interfaces().stream()
                .filter(card -> MachineSpec.isSriov(card, input.config()))
                .toList();
        for (Interface card : cardsOfHost) {
            Network network = MachineSpec.network(spec, name(card.name()));
            if (network != null && network.resourceClaim() == null) {
                addNetwork(card, attached(card));
            }
        }
        for (Interface card : cardsOfHost) {
            Network network = MachineSpec.network(spec, name(card.name()));
            if (network != null && network.resourceClaim() != null) {
                addNetwork(
                        card,
                        claimed.hostDevice(
                                "networks." + name(network.name()),
                                name(network.name()),
                                name(network.resourceClaim().claimName()),
                                name(network.resourceClaim().requestName())));
            }
        }
    }

    /** The function that Multus attached. */
    private Given attached(Interface card) {
        String address = input.networkDevices().get(name(card.name()));
        if (address == null) {
            throw new UnrenderableException("interface " + name(card.name())
                    + ": kubevirt.io/network-info tells no PCI address for its network");
        }
        return new Given.Function(PciAddress.tryParse(address)
                .orElseThrow(() -> new UnrenderableException(
                        "interface " + name(card.name()) + ": \"" + address + "\" is not a PCI address")));
    }

    private void addNetwork(Interface card, Given given) {
        String alias = "sriov-" + name(card.name());
        if (!(given instanceof Given.Function function)) {
            throw new UnrenderableException("interface " + name(card.name()) + ": its device is not a PCI function");
        }
        List<GuestAddress> places = slots.placeNear(numaNode(function.address()), alias, List.of(0));
        devices.add(new HostDevice(
                new Source.Pci(function.address()),
                alias,
                card.bootOrder(),
                places.isEmpty() ? null : places.getFirst(),
                Rest.NONE));
    }

    private void add(String field, String alias, Given given, @Nullable Gpu gpu) {
        switch (given) {
            case Given.Function function -> {
                warnOfDisplay(field, gpu);
                addFunctions(alias, List.of(function.address()), false);
            }
            case Given.Card card -> addFunctions(alias, cards.functions(field, card.first()), true);
            case Given.Mediated mediated -> addMediated(alias, mediated, gpu);
        }
    }

    /** A function alone becomes function 0 of its slot; the functions of a card keep their numbers. */
    private void addFunctions(String alias, List<PciAddress> functions, boolean card) {
        List<Integer> numbers =
                card ? functions.stream().map(PciAddress::function).toList() : List.of(0);
        List<GuestAddress> places = slots.placeNear(numaNode(functions.getFirst()), alias, numbers);
        for (int i = 0; i < functions.size(); i++) {
            devices.add(new HostDevice(
                    new Source.Pci(functions.get(i)),
                    i == 0 ? alias : alias + "-" + functions.get(i).function(),
                    null,
                    places.isEmpty() ? null : places.get(i),
                    Rest.NONE));
        }
    }

    private void addMediated(String alias, Given.Mediated mediated, @Nullable Gpu gpu) {
        Architecture architecture = Architecture.of(spec.architecture());
        boolean channel = architecture == Architecture.S390X && gpu == null;
        Optional<Boolean> display = gpu == null ? Optional.empty() : display(gpu);
        devices.add(new HostDevice(
                new Source.Mediated(
                        mediated.uuid(),
                        channel ? "vfio-ap" : "vfio-pci",
                        display,
                        display.filter(on -> on).isPresent() && gpu != null ? ramFramebuffer(gpu) : Optional.empty()),
                alias,
                null,
                channel ? null : slots.place(alias),
                Rest.NONE));
    }

    /** As the spec says; where no GPU says anything, the first mediated one drives the console, if there is one. */
    private Optional<Boolean> display(Gpu gpu) {
        VirtualGpuDisplay wanted = display(gpu.virtualGpuOptions());
        if (wanted != null) {
            return Optional.of(!Boolean.FALSE.equals(wanted.enabled()));
        }
        boolean anySays =
                MachineSpec.devices(spec).gpus().stream().anyMatch(other -> display(other.virtualGpuOptions()) != null);
        boolean first = devices.stream()
                .noneMatch(device -> device.source() instanceof Source.Mediated earlier
                        && earlier.display().orElse(false));
        boolean console = !Boolean.FALSE.equals(MachineSpec.devices(spec).autoattachGraphicsDevice());
        return !anySays && first && console ? Optional.of(true) : Optional.empty();
    }

    private static Optional<Boolean> ramFramebuffer(Gpu gpu) {
        VirtualGpuDisplay wanted = display(gpu.virtualGpuOptions());
        return Optional.of(wanted == null
                || wanted.ramFb() == null
                || !Boolean.FALSE.equals(wanted.ramFb().enabled()));
    }

    private static @Nullable VirtualGpuDisplay display(io.fairlead.api.kubevirt.@Nullable VirtualGpuOptions options) {
        return options == null ? null : options.display();
    }

    /** Libvirt's schema has a display for mediated devices only. */
    private void warnOfDisplay(String field, @Nullable Gpu gpu) {
        VirtualGpuDisplay wanted = gpu == null ? null : display(gpu.virtualGpuOptions());
        if (wanted != null && Boolean.TRUE.equals(wanted.enabled())) {
            warnings.add(field + ": a display needs a mediated device, and this is a PCI function; it has none");
        }
    }

    private Optional<Integer> numaNode(PciAddress address) {
        return input.host()
                .flatMap(inventory -> inventory.function(address))
                .map(PciFunction::numaNode)
                .filter(node -> node.isPresent())
                .map(node -> node.getAsInt());
    }
}
