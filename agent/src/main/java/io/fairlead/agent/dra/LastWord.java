package io.fairlead.agent.dra;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the kubelet last wanted of each claim. A call that waited long, because the kernel did or because the kubelet that
 * made it is no more, may come to its work after another one that says the opposite; then it must not be done.
 */
final class LastWord {
    private enum Wish {
        PREPARED,
        GIVEN_UP
    }

    /** One wish; the same wish again is still the same word. */
    final class Word {
        private final String claim;
        private final Wish wish;

        private Word(String claim, Wish wish) {
            this.claim = claim;
            this.wish = wish;
        }

        /** Whether the kubelet has not said the opposite since. */
        boolean stands() {
            return said.get(claim) == this;
        }

        /** It was done, and nothing more is to be remembered. */
        void done() {
            said.remove(claim, this);
        }
    }

    private final Map<String, Word> said = new ConcurrentHashMap<>();

    /** A claim is to be prepared. */
    Word prepare(String claim) {
        return say(claim, Wish.PREPARED);
    }

    /** Nobody needs a claim any more. */
    Word giveUp(String claim) {
        return say(claim, Wish.GIVEN_UP);
    }

    private Word say(String claim, Wish wish) {
        return said.compute(
                claim, (_, before) -> before != null && before.wish == wish ? before : new Word(claim, wish));
    }
}
