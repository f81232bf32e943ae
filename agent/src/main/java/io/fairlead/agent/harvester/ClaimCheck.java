package io.fairlead.agent.harvester;

import io.fairlead.agent.plugin.Claimed;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.names.ObjectName;
import java.util.Optional;

/** Whether a claim of this node means a device that is there. Pure; whether the device can be had is the door's to say. */
sealed interface ClaimCheck {
    /**
     * It does.
     *
     * @param claimed what the door is asked for
     * @param identity of the function that is there
     */
    record Accepted(Claimed claimed, Identity identity) implements ClaimCheck {}

    /**
     * It does not.
     *
     * @param reason one word
     * @param message what is wrong and what to do
     */
    record Rejected(String reason, String message) implements ClaimCheck {}

    static ClaimCheck of(String node, PciDeviceClaim claim, Optional<PciDevice> device, PciInventory inventory) {
        String name = claim.getMetadata().getName();
        Optional<PciAddress> address = address(claim);
        if (address.isEmpty()) {
            return new Rejected(
                    "BadAddress",
                    "spec.address: \"%s\" is not a PCI address; one looks like 0000:3b:00.1"
                            .formatted(
                                    claim.getSpec() == null
                                            ? ""
                                            : claim.getSpec().address()));
        }
        String expected = ObjectName.ofFunction(node, address.get());
        if (!name.equals(expected)) {
            return new Rejected(
                    "WrongName",
                    "a claim for %s on %s has to be named %s, like its PCIDevice; delete it and create it with that name"
                            .formatted(address.get(), node, expected));
        }
        Optional<PciFunction> function = inventory.function(address.get());
        if (function.isEmpty()) {
            return new Rejected(
                    "NoSuchDevice",
                    "%s is not in %s; plug it in, or delete the claim. kubectl get pcidevices -l %s=%s shows what is"
                            .formatted(address.get(), node, Marks.NODE, node));
        }
        if (function.get().type().isBridge()) {
            return new Rejected(
                    "Bridge",
                    "%s is a bridge, which is part of the machine; delete the claim".formatted(address.get()));
        }
        Identity identity = Identity.of(function.get());
        Optional<String> other = identity.contradiction(Cluster.annotations(claim));
        if (other.isPresent()) {
            return new Rejected(
                    "AnotherDevice",
                    "%s is at %s now; delete it and claim the one that you mean".formatted(other.get(), address.get()));
        }
        Optional<String> badName =
                device.flatMap(object -> ChosenName.of(object).problem());
        if (badName.isPresent()) {
            return new Rejected("BadResourceName", badName.get());
        }
        boolean pooled = !Boolean.TRUE.equals(claim.getSpec().disableResourcePooling());
        boolean bind = !Cluster.annotations(claim).containsKey(Marks.SKIP_BINDING);
        return new Accepted(new Claimed(name, address.get(), pooled, bind), identity);
    }

    /** The function that a claim names, if it names one. */
    static Optional<PciAddress> address(PciDeviceClaim claim) {
        PciDeviceClaimSpec spec = claim.getSpec();
        return spec == null || spec.address() == null ? Optional.empty() : PciAddress.tryParse(spec.address());
    }
}
