package io.fairlead.reconcile;

import java.time.Duration;

/** What a reconciliation came to, and so when the key is looked at again. */
public sealed interface Result {
    /** The world is as it should be; the next change brings the key back. */
    record Done() implements Result {}

    /** All is well so far, but look again after this time, even if nothing changes. */
    record Again(Duration after) implements Result {}

    /** It did not work; tried again with growing delay, without limit. */
    record Failed(String reason) implements Result {}

    static Result done() {
        return new Done();
    }

    static Result again(Duration after) {
        return new Again(after);
    }

    static Result failed(String reason) {
        return new Failed(reason);
    }
}
