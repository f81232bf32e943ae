package io.fairlead.contract.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seeing changes as they come. */
interface WatchContract extends Contract {
    private String from(String version, String more) {
        return leases("?watch=true&resourceVersion=" + version + more);
    }

    private void lease(String name, String labels) {
        api().post(leases(""), "{metadata: {name: " + name + ", labels: " + labels + "}}")
                .is(201);
    }

    @Test
    default void aWatchGoesOnFromTheListsVersion() {
        lease("before", "{}");
        String version = api().get(leases("")).version();

        try (Watch watch = api().watch(from(version, ""))) {
            lease("a", "{}");
            api().patch(leases("/a"), Api.MERGE_PATCH, "{spec: {holderIdentity: me}}")
                    .is(200);
            api().delete(leases("/a")).is(200);

            assertThat(List.of(watch.nextShown(), watch.nextShown(), watch.nextShown()))
                    .containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        }
    }

    @Test
    default void whatHappenedSinceTheVersionComesFirst() {
        String version = api().get(leases("")).version();
        lease("a", "{}");
        lease("b", "{}");

        try (Watch watch = api().watch(from(version, ""))) {
            assertThat(List.of(watch.nextShown(), watch.nextShown())).containsExactly("ADDED a", "ADDED b");
        }
    }

    @Test
    default void aDeletedObjectComesInItsLastStateWithTheVersionOfItsDeletion() {
        lease("a", "{}");
        api().patch(leases("/a"), Api.MERGE_PATCH, "{spec: {holderIdentity: me}}")
                .is(200);
        String version = api().get(leases("")).version();
        api().delete(leases("/a")).is(200);

        try (Watch watch = api().watch(from(version, ""))) {
            JsonNode event = watch.next();
            assertThat(event.path("type").asText()).isEqualTo("DELETED");
            assertThat(event.at("/object/spec/holderIdentity").asText()).isEqualTo("me");
            assertThat(event.at("/object/metadata/resourceVersion").asLong()).isGreaterThan(Long.parseLong(version));
        }
    }

    @Test
    default void withoutAVersionWhatIsThereComesFirst() {
        lease("a", "{}");
        lease("b", "{}");

        try (Watch watch = api().watch(leases("?watch=true"))) {
            assertThat(List.of(watch.nextShown(), watch.nextShown())).containsExactlyInAnyOrder("ADDED a", "ADDED b");
            lease("c", "{}");
            assertThat(watch.nextShown()).isEqualTo("ADDED c");
        }
    }

    @Test
    default void anObjectEntersAndLeavesASelection() {
        String version = api().get(leases("")).version();

        try (Watch watch = api().watch(from(version, "&labelSelector=on%3Dyes"))) {
            lease("a", "{on: 'no'}");
            api().patch(leases("/a"), Api.MERGE_PATCH, "{metadata: {labels: {on: 'yes'}}}")
                    .is(200);
            api().patch(leases("/a"), Api.MERGE_PATCH, "{spec: {holderIdentity: me}}")
                    .is(200);
            api().patch(leases("/a"), Api.MERGE_PATCH, "{metadata: {labels: {on: 'no'}}}")
                    .is(200);

            assertThat(List.of(watch.nextShown(), watch.nextShown(), watch.nextShown()))
                    .containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        }
    }

    @Test
    default void oneObjectIsWatchedByItsName() {
        String version = api().get(leases("")).version();

        try (Watch watch = api().watch(from(version, "&fieldSelector=metadata.name%3Db"))) {
            lease("a", "{}");
            lease("b", "{}");
            assertThat(watch.nextShown()).isEqualTo("ADDED b");
        }
    }

    @Test
    default void podsAreWatchedByTheirNode() {
        pod("p");
        String version = api().get(core("pods")).version();

        try (Watch watch =
                api().watch(core("pods?watch=true&fieldSelector=spec.nodeName%3Dn1&resourceVersion=" + version))) {
            api().post(core("pods/p/binding"), "{metadata: {name: p}, target: {kind: Node, name: n1}}")
                    .is(201);
            assertThat(watch.nextShown()).isEqualTo("ADDED p");
        }
    }

    @Test
    default void aWatchEndsWhenItsTimeIsUp() {
        lease("a", "{}");
        String version = api().get(leases("")).version();

        try (Watch watch = api().watch(from(version, "&timeoutSeconds=1"))) {
            assertThat(watch.code()).isEqualTo(200);
            assertThat(watch.rest()).isEmpty();
        }
    }

    @Test
    default void aStreamedListEndsInABookmark() {
        lease("a", "{}");
        lease("b", "{}");

        try (Watch watch = api().watch(leases("?watch=true&sendInitialEvents=true&allowWatchBookmarks=true"
                + "&resourceVersionMatch=NotOlderThan"))) {
            assertThat(List.of(watch.nextShown(), watch.nextShown())).containsExactlyInAnyOrder("ADDED a", "ADDED b");
            JsonNode bookmark = watch.next();
            assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
            assertThat(bookmark.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                            .asText())
                    .isEqualTo("true");
            assertThat(bookmark.at("/object/kind").asText()).isEqualTo("Lease");
            assertThat(bookmark.at("/object/metadata/resourceVersion").asText()).matches("[1-9][0-9]*");
        }
    }

    @Test
    default void aStreamedListNeedsToSayHowItMatches() {
        api().get(leases("?watch=true&sendInitialEvents=true"))
                .isInvalid(
                        "resourceVersionMatch",
                        "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    }

    @Test
    default void aVersionThatIsNoNumberCannotBeWatched() {
        Reply refused = api().get(leases("?watch=true&resourceVersion=nonsense"));

        // The real server takes this for a fault of its own.
        assertThat(refused.code()).isEqualTo(500);
        assertThat(refused.text("/message")).contains("parsing \"nonsense\": invalid syntax");
    }

    @Test
    default void eventsOfAllNamespacesAreWatchedTogether() {
        String version = api().get("/apis/coordination.k8s.io/v1/leases").version();

        try (Watch watch = api().watch(
                        "/apis/coordination.k8s.io/v1/leases?watch=true&fieldSelector=metadata.namespace%3D"
                                + namespace() + "&resourceVersion=" + version)) {
            lease("a", "{}");
            assertThat(watch.nextShown()).isEqualTo("ADDED a");
        }
    }
}
