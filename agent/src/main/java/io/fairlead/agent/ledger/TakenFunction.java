package io.fairlead.agent.ledger;

import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import org.jspecify.annotations.Nullable;

/**
 * A function that was taken from the host.
 *
 * @param address where it sits
 * @param id what it is, so that another card at the same address is not taken for it
 * @param driver what it had before and gets back; null if it had none, and the kernel chooses
 * @param settings what its physical function was told about it; null if nothing
 */
public record TakenFunction(
        PciAddress address,
        PciId id,
        @Nullable String driver,
        @Nullable TakenSettings settings) {
    TakenFunction withDriver(@Nullable String other) {
        return new TakenFunction(address, id, other, settings);
    }
}
