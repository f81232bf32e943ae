package io.fairlead.contract.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who comes too late for the past: the server forgets it, here after very few changes or very little time. */
interface ExpiryContract extends Contract {
    @BeforeEach
    default void threeConfigMaps() {
        configMap("a", "{}");
        configMap("b", "{}");
        configMap("c", "{}");
    }

    @Test
    default void aPageThatIsAskedForTooLateIsGoneAndCanBeHadInconsistently() {
        String next = api().get(core("configmaps?limit=1")).is(200).text("/metadata/continue");

        Reply late = afterChanges(core("configmaps?limit=10&continue=" + next));

        late.isRefused(
                410,
                "Expired",
                "The provided continue parameter is too old to display a consistent list result. You can start a new list"
                        + " without the continue parameter, or use the continue token in this response to retrieve the"
                        + " remainder of the results. Continuing with the provided token results in an inconsistent list -"
                        + " objects that were created, modified, or deleted between the time the first chunk was returned"
                        + " and now may show up in the list.");
        String anyway = late.text("/metadata/continue");
        assertThat(api().get(core("configmaps?limit=10&continue=" + anyway))
                        .is(200)
                        .names())
                .containsSubsequence("b", "c");
    }

    @Test
    default void aListOfAVersionLongPastIsGone() {
        String version = api().get(core("configmaps")).version();

        afterChanges(core("configmaps?resourceVersionMatch=Exact&resourceVersion=" + version))
                .isRefused(410, "Expired", "The resourceVersion for the provided list is too old.");
    }

    /** Asks again and again, with a change before each time, until the answer is not what it was. */
    private Reply afterChanges(String path) {
        api().get(path).is(200);
        return eventually(
                () -> {
                    api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{data: {at: '" + System.nanoTime() + "'}}")
                            .is(200);
                    return api().get(path);
                },
                reply -> reply.code() != 200);
    }
}
