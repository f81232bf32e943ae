package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.DomainAttachment;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.NetworkNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Network cards on tap devices. Virtual functions are host devices, and what a sidecar attaches it adds itself. */
final class NetworkCards {
    private final DomainInput input;
    private final VirtualMachineInstanceSpec spec;
    private final Slots slots;

    NetworkCards(DomainInput input, Slots slots) {
        this.input = input;
        this.spec = input.instance().getSpec();
        this.slots = slots;
    }

    List<NetworkCard> all() {
        List<NetworkCard> cards = new ArrayList<>();
        for (Interface card : MachineSpec.devices(spec).interfaces()) {
            Network network = MachineSpec.network(spec, name(card.name()));
            if (network != null && isOnTap(card)) {
                cards.add(card(card, isPrimary(network)));
            }
        }
        return cards;
    }

    private boolean isOnTap(Interface card) {
        if (card.bridge() != null || card.masquerade() != null) {
            return true;
        }
        DomainAttachment attachment = MachineSpec.attachment(card, input.config());
        return attachment == DomainAttachment.TAP || attachment == DomainAttachment.MANAGED_TAP;
    }

    private static boolean isPrimary(Network network) {
        return network.pod() != null
                || (network.multus() != null
                        && Boolean.TRUE.equals(network.multus().isDefault()));
    }

    private NetworkCard card(Interface card, boolean primary) {
        String name = name(card.name());
        String pod = primary ? NetworkNames.PRIMARY_POD_INTERFACE : NetworkNames.podInterface(name);
        String tap = primary ? NetworkNames.PRIMARY_TAP : NetworkNames.tap(name);
        DomainInput.Link link = input.links().get(pod);
        // A plugin may have made the pod's link itself the tap device, as macvtap does.
        boolean podIsTap = card.binding() != null && !input.links().containsKey(tap) && link != null;
        String model = model(card);
        return new NetworkCard(
                "ethernet",
                podIsTap ? pod : tap,
                "no",
                model,
                mac(card, link),
                link == null ? null : link.mtu(),
                card.bootOrder(),
                name,
                slots.place(name),
                card.bootOrder() == null && model.startsWith("virtio")
                        ? Rest.of(Element.of("rom", "enabled", "no"))
                        : Rest.NONE);
    }

    private String model(Interface card) {
        if (card.model() != null && !card.model().isEmpty() && !card.model().equals("virtio")) {
            return card.model();
        }
        return Boolean.TRUE.equals(MachineSpec.devices(spec).useVirtioTransitional())
                ? "virtio-transitional"
                : "virtio-non-transitional";
    }

    private static @Nullable String mac(Interface card, DomainInput.@Nullable Link link) {
        if (card.macAddress() != null) {
            return card.macAddress().replace('-', ':');
        }
        return link == null ? null : link.mac();
    }
}
