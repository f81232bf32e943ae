package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every interface has one network and one binding, every network one source and one interface. */
final class NetworkRules {
    private static final Pattern INTERFACE_NAME = Pattern.compile("[A-Za-z0-9-_]+");
    private static final Pattern MAC = Pattern.compile("[0-9a-fA-F]{2}([:-])[0-9a-fA-F]{2}(\\1[0-9a-fA-F]{2}){4}");

    /** The in-pod bridge of masquerade has it. */
    private static final String RESERVED_MAC = "02:00:00:00:00:00";

    private NetworkRules() {}

    static void check(String field, VirtualMachineInstanceSpec spec, ClusterConfig config, List<Cause> causes) {
        checkNetworks(field + ".networks", spec, causes);
        List<Interface> cards = MachineSpec.devices(spec).interfaces();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < cards.size(); i++) {
            Interface card = cards.get(i);
            String path = field + ".domain.devices.interfaces[" + i + "]";
            Network network = MachineSpec.network(spec, name(card.name()));
            if (!seen.add(name(card.name()))) {
                causes.add(
                        Cause.duplicate(path + ".name", "Only one interface can be connected to one specific network"));
            }
            if (network == null) {
                causes.add(Cause.invalid(path + ".name", path + ".name '" + name(card.name()) + "' not found."));
            }
            checkFields(path, card, causes);
            checkBindingMethod(path, card, causes);
            checkMasquerade(path, card, network, causes);
            checkPlugin(path, card, config, causes);
        }
    }

    private static void checkNetworks(String path, VirtualMachineInstanceSpec spec, List<Cause> causes) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < spec.networks().size(); i++) {
            Network network = spec.networks().get(i);
            String element = path + "[" + i + "]";
            long sources = Stream.of(network.pod(), network.multus(), network.resourceClaim())
                    .filter(Objects::nonNull)
                    .count();
            if (sources == 0) {
                causes.add(Cause.required(element, "should have a network type"));
            } else if (sources > 1) {
                causes.add(Cause.required(element, "should have only one network type"));
            }
            String name = name(network.name());
            if (!seen.add(name)) {
                causes.add(Cause.duplicate(
                        element + ".name",
                        "Network with name \"" + name + "\" already exists, every network must have a unique name"));
            }
            if (MachineSpec.networkInterface(spec, name) == null) {
                causes.add(Cause.required(element + ".name", element + ".name '" + name + "' not found."));
            }
        }
    }

    private static void checkFields(String path, Interface card, List<Cause> causes) {
        if (!INTERFACE_NAME.matcher(name(card.name())).matches()) {
            causes.add(
                    Cause.invalid(
                            path + ".name",
                            "Network interface name can only contain alphabetical characters, numbers, dashes (-) or underscores (_)"));
        }
        if (card.macAddress() != null && !MAC.matcher(card.macAddress()).matches()) {
            causes.add(Cause.invalid(
                    path + ".macAddress",
                    "interface " + path + ".name has malformed MAC address (" + card.macAddress() + ")."));
        }
        if (card.pciAddress() != null && PciAddress.tryParse(card.pciAddress()).isEmpty()) {
            causes.add(Cause.invalid(
                    path + ".pciAddress",
                    "interface " + path + ".name has malformed PCI address (" + card.pciAddress() + ")."));
        }
    }

    private static void checkBindingMethod(String path, Interface card, List<Cause> causes) {
        discontinued(path + ".slirp", card.slirp(), "Slirp interface support has been discontinued since v1.3", causes);
        discontinued(
                path + ".macvtap",
                card.macvtap(),
                "Macvtap interface support has been discontinued since v1.3",
                causes);
        discontinued(path + ".passt", card.passt(), "Passt interface support has been discontinued since v1.3", causes);
        boolean old = card.slirp() != null || card.macvtap() != null || card.passt() != null;
        long methods = Stream.of(card.bridge(), card.masquerade(), card.sriov(), card.passtBinding(), card.binding())
                .filter(Objects::nonNull)
                .count();
        if (methods > 1 || (methods == 0 && !old)) {
            causes.add(Cause.invalid(
                    path,
                    "logical " + name(card.name())
                            + " interface must have exactly one binding method or binding plugin"));
        }
    }

    private static void discontinued(String path, @Nullable Object set, String message, List<Cause> causes) {
        if (set != null) {
            causes.add(Cause.invalid(path, message));
        }
    }

    private static void checkMasquerade(String path, Interface card, @Nullable Network network, List<Cause> causes) {
        if (card.masquerade() == null) {
            return;
        }
        if (network != null && network.pod() == null) {
            causes.add(Cause.invalid(path + ".name", "Masquerade interface only implemented with pod network"));
        }
        if (RESERVED_MAC.equalsIgnoreCase(card.macAddress())) {
            causes.add(Cause.invalid(
                    path + ".macAddress",
                    "The requested MAC address is reserved for the in-pod bridge. Please choose another one."));
        }
    }

    private static void checkPlugin(String path, Interface card, ClusterConfig config, List<Cause> causes) {
        if (card.binding() == null) {
            return;
        }
        String plugin = name(card.binding().name());
        if (!config.isOn(FeatureGate.NETWORK_BINDING_PLUGINS)) {
            causes.add(Cause.invalid(path + ".name", "Binding plugins feature gate is not enabled"));
        } else if (plugin.isEmpty()) {
            causes.add(Cause.required(path + ".binding.name", "the name of the binding plugin is required"));
        } else if (!config.bindings().containsKey(plugin)) {
            causes.add(Cause.notFound(
                    path + ".binding.name", "couldn't find configuration for network binding: " + plugin));
        }
    }
}
