package io.fairlead.agent.ledger;

import io.fairlead.host.PciAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a start has to do with what it finds: the crash table of this package as a function.
 *
 * @param state to go on from; differs from the one found after a reboot only
 * @param steps what to do with each holding, by id
 */
public record Recovery(LedgerState state, NavigableMap<String, Step> steps) {
    /** What to do with one holding. */
    public enum Step {
        /** The kubelet asks again, and then it is finished or undone; nothing before that. */
        AWAIT_KUBELET,
        /** Go on taking it: nobody asks for it, but the door's first look does it, and knows whether it is still wanted. */
        FINISH_TAKING,
        /** See that it is as it should be. */
        VERIFY,
        /** Go on giving it back. */
        FINISH_RETURNING
    }

    /** {@code driverNow} tells the driver that a function has at this moment. */
    public static Recovery plan(LedgerState found, String bootId, Function<PciAddress, Optional<String>> driverNow) {
        LedgerState state = found.bootId().equals(bootId) ? found : found.rebooted(bootId, driverNow);
        NavigableMap<String, Step> steps = new TreeMap<>();
        state.holdings().forEach((id, holding) -> steps.put(id, step(holding)));
        return new Recovery(state, steps);
    }

    private static Step step(Holding holding) {
        return switch (holding.stage()) {
            case TAKING -> holding.door() == Door.PLUGIN ? Step.FINISH_TAKING : Step.AWAIT_KUBELET;
            case HELD -> Step.VERIFY;
            case RETURNING -> Step.FINISH_RETURNING;
        };
    }

    /** How many holdings each step is for, for the log. */
    public Map<Step, Integer> counts() {
        Map<Step, Integer> counts = new EnumMap<>(Step.class);
        steps.values().forEach(step -> counts.merge(step, 1, Integer::sum));
        return counts;
    }
}
