package io.fairlead.agent.plugin;

import io.fairlead.host.PciAddress;
import io.fairlead.host.names.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that the cluster asks of the device plugins of this node.
 *
 * @param claims every claim that is not being deleted
 * @param names of functions that an admin named otherwise
 * @param cards names whose devices are whole cards: {@code groupFunctions}
 * @param mediated names by the type of existing mediated devices that are offered under them
 */
public record Wanted(
        List<Claimed> claims,
        Map<PciAddress, ResourceName> names,
        Set<ResourceName> cards,
        Map<String, ResourceName> mediated) {
    public Wanted {
        claims = List.copyOf(claims);
        names = Map.copyOf(names);
        cards = Set.copyOf(cards);
        mediated = Map.copyOf(mediated);
    }

    /** Claims alone. */
    public static Wanted of(List<Claimed> claims) {
        return new Wanted(claims, Map.of(), Set.of(), Map.of());
    }
}
