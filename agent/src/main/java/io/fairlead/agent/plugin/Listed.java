package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.host.PciAddress;
import io.fairlead.host.names.ResourceName;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * A device on the list of a device plugin.
 *
 * @param resource name of the plugin
 * @param id as the kubelet knows it: the address of a function, or the UUID of a mediated device
 * @param kind how a container is told about it
 * @param functions all that a container gets with it, whole units
 * @param holdings what has to be taken for it, by the ledger's ids
 * @param brings those of the functions that have names of their own and come along, by these names
 * @param companionOf the device whose unit it is a part of, if it is not the first of it
 * @param numaNode memory node that it is near
 * @param card what it sits on, to keep devices of one card together
 * @param obstacle why it must not be handed out now; empty if it may be
 */
record Listed(
        ResourceName resource,
        String id,
        Kind kind,
        List<PciAddress> functions,
        List<String> holdings,
        NavigableMap<ResourceName, List<PciAddress>> brings,
        Optional<String> companionOf,
        OptionalInt numaNode,
        String card,
        Optional<String> obstacle) {
    Listed {
        functions = List.copyOf(functions);
        holdings = List.copyOf(holdings);
    }

    /** How a container is told about a device. */
    enum Kind {
        FUNCTION(ResourceName.Variable.PCI_RESOURCE),
        CARD(ResourceName.Variable.MULTIFUNCTION_PCI_RESOURCE),
        MEDIATED(ResourceName.Variable.MDEV_PCI_RESOURCE);

        private final ResourceName.Variable variable;

        Kind(ResourceName.Variable variable) {
            this.variable = variable;
        }

        ResourceName.Variable variable() {
            return variable;
        }
    }

    boolean isHealthy() {
        return obstacle.isEmpty();
    }

    Listed because(Optional<String> why) {
        return new Listed(resource, id, kind, functions, holdings, brings, companionOf, numaNode, card, why);
    }

    /** As the ledger remembers that it was handed out. */
    GivenDevice given() {
        return GivenDevice.plugged(
                resource.toString(), id, functions, kind == Kind.MEDIATED ? UUID.fromString(id) : null);
    }
}
