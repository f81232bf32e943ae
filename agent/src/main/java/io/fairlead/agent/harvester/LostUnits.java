package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceStatus;
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
import java.util.Set;
import java.util.TreeSet;

/**
 * What a lost ledger must have said about PCIDeviceClaims: what they have is on vfio, and their status tells the driver that
 * it had before, or the PCIDevice does. Who it was handed to is what the kubelet says, which the door asks anyway.
 */
public final class LostUnits {
    private LostUnits() {}

    /** Adds what is found to what is known; nothing in a cluster that has no such claims. */
    public static LedgerState add(LedgerState state, KubernetesClient client, String node, PciInventory inventory) {
        if (!client.supports(PciDeviceClaim.class) || !client.supports(PciDevice.class)) {
            return state;
        }
        return add(
                state,
                client.resources(PciDeviceClaim.class).list().getItems(),
                client.resources(PciDevice.class).list().getItems(),
                node,
                inventory);
    }

    static LedgerState add(
            LedgerState state,
            List<PciDeviceClaim> claims,
            List<PciDevice> devices,
            String node,
            PciInventory inventory) {
        Set<PciAddress> claimed = new TreeSet<>();
        Map<PciAddress, String> drivers = new HashMap<>(firstDrivers(devices, node));
        for (PciDeviceClaim claim : claims) {
            if (Cluster.nodeOf(claim).equals(node) && claim.getStatus() != null) {
                Optional<PciAddress> address = ClaimCheck.address(claim);
                address.ifPresent(claimed::add);
                Optional.ofNullable(claim.getStatus().kernelDriverToUnbind())
                        .filter(driver -> !driver.isEmpty())
                        .ifPresent(driver -> address.ifPresent(function -> drivers.put(function, driver)));
            }
        }
        LedgerState found = state;
        for (PciAddress address : claimed) {
            Optional<PassthroughUnit> unit = inventory.unit(address);
            if (unit.isPresent() && unit.get().functions().stream().allMatch(LostUnits::isOnVfio)) {
                found = found.found(holding(unit.get(), drivers));
            }
        }
        return found;
    }

    /** Older than what a claim tells, but also there for functions that came along without a claim. */
    private static Map<PciAddress, String> firstDrivers(List<PciDevice> devices, String node) {
        Map<PciAddress, String> drivers = new HashMap<>();
        for (PciDevice device : devices) {
            String driver = Cluster.annotations(device).get(Marks.FIRST_DRIVER);
            PciDeviceStatus status = device.getStatus();
            if (driver != null && status != null && node.equals(status.nodeName()) && status.address() != null) {
                PciAddress.tryParse(status.address()).ifPresent(address -> drivers.put(address, driver));
            }
        }
        return drivers;
    }

    private static Holding holding(PassthroughUnit unit, Map<PciAddress, String> drivers) {
        List<TakenFunction> functions = new ArrayList<>();
        for (PciFunction function : unit.functions()) {
            functions.add(new TakenFunction(function.address(), function.id(), drivers.get(function.address()), null));
        }
        return Holding.forPlugin(unit.primary().address().toString(), functions).at(Stage.HELD);
    }

    private static boolean isOnVfio(PciFunction function) {
        return function.driver().filter(Sysfs::isVfio).isPresent();
    }
}
