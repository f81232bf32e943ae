package io.fairlead.allocation;

import java.util.List;

/**
 * Whether claims fit on a node, and why not.
 *
 * @param fits whether the node can give them their devices now
 * @param anyOneHelps true when removing any one of the reasons is enough, false when all of them stand in the way
 * @param reasons what is in the way, the nearest first; empty when they fit
 */
public record Explanation(String node, boolean fits, boolean anyOneHelps, List<Reason> reasons) {
    public Explanation {
        reasons = List.copyOf(reasons);
    }

    static Explanation fits(String node) {
        return new Explanation(node, true, false, List.of());
    }

    static Explanation because(String node, Reason reason) {
        return new Explanation(node, false, true, List.of(reason));
    }
}
