package io.fairlead.agent.plugin;

import io.fairlead.host.PciAddress;
import io.fairlead.host.names.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that the door has to say: which plugins there are with which devices, what has to be taken for them, and what each
 * claim came to.
 *
 * @param plugins the devices of each name that exists
 * @param units what has to be taken and kept, by id
 * @param elsewhere claimed functions that the other door has, by the ids that they would be taken under
 * @param claims the state of each claim, by the claim's name
 */
record Catalog(
        NavigableMap<ResourceName, List<Listed>> plugins,
        NavigableMap<String, Unit> units,
        NavigableMap<String, Set<PciAddress>> elsewhere,
        Map<String, ClaimState> claims) {
    static Catalog empty() {
        return new Catalog(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Map.of());
    }

    List<Listed> devices(ResourceName resource) {
        return plugins.getOrDefault(resource, List.of());
    }

    Optional<Listed> device(ResourceName resource, String id) {
        return devices(resource).stream()
                .filter(device -> device.id().equals(id))
                .findFirst();
    }
}
