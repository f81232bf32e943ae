package io.fairlead.agent.ledger;

import io.fairlead.host.MacAddress;
import io.fairlead.host.kernel.VfSettings;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the physical function of a virtual one was told for its holder, and has to forget when that one is given back.
 *
 * @param mac its hardware address
 * @param vlan that its packets are tagged with
 * @param trust whether it may change its address and see packets of others
 */
public record TakenSettings(
        @Nullable String mac,
        @Nullable Integer vlan,
        @Nullable Boolean trust) {
    /** Null if there is nothing to forget. */
    public static @Nullable TakenSettings of(VfSettings settings) {
        return settings.equals(VfSettings.UNCHANGED)
                ? null
                : new TakenSettings(
                        settings.mac().map(MacAddress::text).orElse(null),
                        settings.vlan().isPresent() ? settings.vlan().getAsInt() : null,
                        settings.trust().orElse(null));
    }

    public VfSettings settings() {
        return new VfSettings(
                Optional.ofNullable(mac).map(MacAddress::new),
                vlan == null ? OptionalInt.empty() : OptionalInt.of(vlan),
                Optional.ofNullable(trust));
    }
}
