package io.fairlead.allocation;

import io.fairlead.cel.CelFailure;
import io.fairlead.cel.DeviceSelectors;
import io.fairlead.cel.Selector;
import org.jspecify.annotations.Nullable;

/** One expression's answers for the devices of a site, each asked for at most once. */
final class SelectorRow {
    private static final byte UNKNOWN = 0;
    private static final byte PASS = 1;
    private static final byte DROP = 2;

    private final Site site;
    private final DeviceSelectors selectors;
    private final String expression;
    private final byte[] answers;
    private @Nullable Selector selector;

    SelectorRow(Site site, DeviceSelectors selectors, String expression) {
        this.site = site;
        this.selectors = selectors;
        this.expression = expression;
        answers = new byte[site.size()];
    }

    /** Whether the device passes; throws a {@link CelFailure} when the expression is broken or has no answer for it. */
    boolean passes(int device) {
        if (answers[device] == UNKNOWN) {
            answers[device] = selector().matches(site.device(device)) ? PASS : DROP;
        }
        return answers[device] == PASS;
    }

    /** Compiled when the first device comes: what is never asked may be broken. */
    private Selector selector() {
        Selector known = selector;
        if (known == null) {
            known = selectors.compile(expression);
            selector = known;
        }
        return known;
    }
}
