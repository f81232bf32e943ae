package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Sysfs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a lost ledger must have said about PCIDeviceClaims: what they have is on vfio, and their status tells the driver that
 * it had before. Who it was handed to is what the kubelet says, which the door asks anyway.
 */
public final class LostUnits {
    private LostUnits() {}

    /** Adds what is found to what is known; nothing in a cluster that has no such claims. */
    public static LedgerState add(LedgerState state, KubernetesClient client, String node, PciInventory inventory) {
        if (!client.supports(PciDeviceClaim.class)) {
            return state;
        }
        return add(state, client.resources(PciDeviceClaim.class).list().getItems(), node, inventory);
    }

    static LedgerState add(LedgerState state, List<PciDeviceClaim> claims, String node, PciInventory inventory) {
        Map<PciAddress, String> drivers = new HashMap<>();
        for (PciDeviceClaim claim : claims) {
            if (claim.getSpec() != null && node.equals(claim.getSpec().nodeName()) && claim.getStatus() != null) {
                String driver = Optional.ofNullable(claim.getStatus().kernelDriverToUnbind())
                        .orElse("");
                Optional.ofNullable(claim.getSpec().address())
                        .flatMap(PciAddress::tryParse)
                        .ifPresent(address -> drivers.put(address, driver));
            }
        }
        LedgerState found = state;
        for (PciAddress address : drivers.keySet()) {
            Optional<PassthroughUnit> unit = inventory.unit(address);
            if (unit.isPresent() && unit.get().functions().stream().allMatch(LostUnits::isOnVfio)) {
                found = found.found(holding(unit.get(), drivers));
            }
        }
        return found;
    }

    private static Holding holding(PassthroughUnit unit, Map<PciAddress, String> drivers) {
        List<TakenFunction> functions = new ArrayList<>();
        for (PciFunction function : unit.functions()) {
            String driver = drivers.getOrDefault(function.address(), "");
            functions.add(new TakenFunction(function.address(), function.id(), driver.isEmpty() ? null : driver, null));
        }
        return Holding.forPlugin(unit.primary().address().toString(), functions).at(Stage.HELD);
    }

    private static boolean isOnVfio(PciFunction function) {
        return function.driver().filter(Sysfs::isVfio).isPresent();
    }
}
