package io.fairlead.contract.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.function.Supplier;
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
        Reply late = afterChanges(() -> core("configmaps?limit=10&continue="
                + api().get(core("configmaps?limit=1")).is(200).text("/metadata/continue")));

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
        afterChanges(() -> core("configmaps?resourceVersionMatch=Exact&resourceVersion="
                        + api().get(core("configmaps")).version()))
                .isRefused(410, "Expired", "The resourceVersion for the provided list is too old.");
    }

    /**
     * Asks again and again, with a change before each time, until the answer is not what it was.
     *
     * @param present what can be asked for now; the server may forget even that while it is being asked
     */
    private Reply afterChanges(Supplier<String> present) {
        String path = await().atMost(PATIENCE)
                .until(present::get, asked -> api().get(asked).code() == 200);
        return eventually(
                () -> {
                    api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{data: {at: '" + System.nanoTime() + "'}}")
                            .is(200);
                    return api().get(path);
                },
                reply -> reply.code() != 200);
    }
}
