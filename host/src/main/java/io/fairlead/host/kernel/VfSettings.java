package io.fairlead.host.kernel;

import io.fairlead.host.MacAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a physical function can be told about one of its virtual functions.
 *
 * @param mac its hardware address
 * @param vlan that its packets are tagged with, 0 for none, up to 4094
 * @param trust whether it may change its address and see packets of others
 */
public record VfSettings(Optional<MacAddress> mac, OptionalInt vlan, Optional<Boolean> trust) {
    private static final int HIGHEST_VLAN = 4094;

    /** As a virtual function is when it was just made. */
    public static final VfSettings CLEARED =
            new VfSettings(Optional.of(MacAddress.NONE), OptionalInt.of(0), Optional.of(false));

    /** Changes nothing. */
    public static final VfSettings UNCHANGED = new VfSettings(Optional.empty(), OptionalInt.empty(), Optional.empty());

    public VfSettings {
        if (mac.filter(MacAddress::isMulticast).isPresent()) {
            throw new IllegalArgumentException(
                    "%s is a multicast address; no interface can have it".formatted(mac.get()));
        }
        if (vlan.isPresent() && (vlan.getAsInt() < 0 || vlan.getAsInt() > HIGHEST_VLAN)) {
            throw new IllegalArgumentException(
                    "there is no VLAN %d; use 1 to %d, or 0 for none".formatted(vlan.getAsInt(), HIGHEST_VLAN));
        }
    }

    /** For people: what is set, or that nothing is. */
    public String text() {
        String set = Stream.of(
                        mac.map(address -> "mac " + address),
                        vlan.stream().mapToObj(tag -> "vlan " + tag).findFirst(),
                        trust.map(trusted -> "trust " + trusted))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return set.isEmpty() ? "no settings" : set;
    }

    /** Both, where the other one's values win. */
    public VfSettings with(VfSettings other) {
        return new VfSettings(
                other.mac.or(() -> mac), other.vlan.isPresent() ? other.vlan : vlan, other.trust.or(() -> trust));
    }
}
