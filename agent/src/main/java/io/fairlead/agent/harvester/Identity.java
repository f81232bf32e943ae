package io.fairlead.agent.harvester;

import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which device a claim was made for: an address alone says little, because a new card or a new kernel can renumber them all.
 *
 * @param model vendor and device: {@code 10de:2331}
 * @param slot the bridges on the way to it: {@code pci0000:00/0000:00:01.0}. Cards of one model differ by it
 */
record Identity(String model, String slot) {
    static Identity of(PciFunction function) {
        return new Identity(
                function.id().toString(),
                Stream.concat(
                                Stream.of(function.pcieRoot()),
                                function.bridges().stream().map(PciAddress::toString))
                        .collect(Collectors.joining("/")));
    }

    /** How a claim remembers it. */
    Map<String, String> annotations() {
        return Map.of(Marks.CLAIMED_ID, model, Marks.CLAIMED_SLOT, slot);
    }

    /** What a claim with these annotations was made for, if it is not this. */
    Optional<String> contradiction(Map<String, String> annotations) {
        String claimed = annotations.getOrDefault(Marks.CLAIMED_ID, model);
        String place = annotations.getOrDefault(Marks.CLAIMED_SLOT, slot);
        if (!claimed.equals(model)) {
            return Optional.of("it was made for a device %s, and a device %s".formatted(claimed, model));
        }
        return place.equals(slot)
                ? Optional.empty()
                : Optional.of("it was made for the device behind %s, and the one behind %s".formatted(place, slot));
    }
}
