package io.fairlead.allocation;

import io.fairlead.cel.CelFailure;
import io.fairlead.cel.DeviceSelectors;
import io.fairlead.cel.Selector;

/** One expression's answers for the devices of a site, each asked for at most once. */
final class SelectorRow {
    private static final byte UNKNOWN = 0;
    private static final byte PASS = 1;
    private static final byte DROP = 2;

    private final Site site;
    private final boolean lists;
    private final DeviceSelectors selectors;
    private final String expression;
    private final byte[] answers;

    SelectorRow(Site site, Features features, DeviceSelectors selectors, String expression) {
        this.site = site;
        this.lists = features.listTypeAttributes();
        this.selectors = selectors;
        this.expression = expression;
        answers = new byte[site.size()];
    }

    /** Whether the device passes; throws a {@link CelFailure} when the expression is broken or has no answer for it. */
    boolean passes(int device) {
        if (answers[device] == UNKNOWN) {
            Selector selector = selectors.compile(expression);
            answers[device] = selector.matches(site.facts(device, lists)) ? PASS : DROP;
        }
        return answers[device] == PASS;
    }
}
