package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.offer.Devices;
import io.fairlead.agent.offer.Offered;
import io.fairlead.dra.DeviceHealth;
import io.fairlead.dra.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The devices of the node as the cluster is shown them.
 *
 * @param pool what goes into ResourceSlices
 * @param ailing devices that somebody has and that are not well, by name, and what is wrong with them
 */
record Publication(Pool pool, Map<String, String> ailing) {
    private static final String VANISHED = PciDriver.NAME + "/vanished";
    private static final String RETURNING = PciDriver.NAME + "/returning";

    static Publication none(String node) {
        return new Publication(Pool.of(node, List.of()), Map.of());
    }

    /**
     * What is offered, and what somebody still has although it is there no more: that stays to be seen, with a taint.
     *
     * @param before what was shown until now
     */
    static Publication of(String node, Offering offering, LedgerState state, Publication before) {
        Map<String, Holding> holdings = new TreeMap<>();
        for (Holding holding : state.holdings().values()) {
            for (GivenDevice given : holding.devices()) {
                if (!given.admin()) {
                    holdings.put(given.name(), holding);
                }
            }
        }
        List<Device> devices = new ArrayList<>();
        Map<String, String> ailing = new TreeMap<>();
        for (Offered offered : offering.offers().devices()) {
            Holding holding = holdings.get(offered.name());
            boolean returning = holding != null && holding.stage() == Stage.RETURNING;
            devices.add(offering.devices().device(offered, returning ? taint(RETURNING) : List.of()));
        }
        Set<String> there = devices.stream().map(Device::getName).collect(Collectors.toSet());
        for (Device device : before.pool().devices()) {
            if (holdings.containsKey(device.getName()) && !there.contains(device.getName())) {
                ailing.put(device.getName(), "it left the machine, or the host took it back, while it was in use");
                devices.add(device.edit()
                        .withTaints(taint(VANISHED))
                        .withConsumesCounters(List.of())
                        .build());
            }
        }
        return new Publication(
                new Pool(node, devices, Devices.counterSets(offering.offers().devices())), ailing);
    }

    private static List<DeviceTaint> taint(String key) {
        return List.of(
                new DeviceTaintBuilder().withKey(key).withEffect("NoSchedule").build());
    }

    List<DeviceHealth> health(Instant now) {
        return pool.devices().stream()
                .map(device -> {
                    String wrong = ailing.get(device.getName());
                    return wrong == null
                            ? DeviceHealth.healthy(pool.name(), device.getName(), now)
                            : DeviceHealth.unhealthy(pool.name(), device.getName(), now, wrong);
                })
                .toList();
    }
}
