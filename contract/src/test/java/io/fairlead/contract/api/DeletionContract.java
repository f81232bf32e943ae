package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How objects go, and what they take with them. */
interface DeletionContract extends Contract {
    private String held(String name) {
        return api().post(core("configmaps"), "{metadata: {name: " + name + ", finalizers: [example.com/hold]}}")
                .is(201)
                .text("/metadata/uid");
    }

    private void owned(String name, String owner, String uid, String more) {
        api().post(
                        core("configmaps"),
                        "{metadata: {name: " + name + ", ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: "
                                + owner + ", uid: " + uid + more + "}]}}")
                .is(201);
    }

    @Test
    default void deletingAnswersWithWhatWasDeleted() {
        String uid = configMap("a", "{}").text("/metadata/uid");

        Reply deleted = api().delete(core("configmaps/a")).is(200);

        assertThat(deleted.text("/kind")).isEqualTo("Status");
        assertThat(deleted.text("/status")).isEqualTo("Success");
        assertThat(deleted.at("/details")).isEqualTo(json("{name: a, kind: configmaps, uid: " + uid + "}"));
        api().get(core("configmaps/a")).isRefused(404, "NotFound", "configmaps \"a\" not found");
    }

    @Test
    default void deletingNothingIsNotFound() {
        api().delete(core("configmaps/a")).isRefused(404, "NotFound", "configmaps \"a\" not found");
    }

    @Test
    default void aDeletionMayInsistOnTheUid() {
        String uid = configMap("a", "{}").text("/metadata/uid");

        api().delete(core("configmaps/a"), "{preconditions: {uid: other}}")
                .isRefused(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition (other) does not match"
                                + " the UID in record (" + uid
                                + "). The object might have been deleted and then recreated");
        api().delete(core("configmaps/a"), "{preconditions: {uid: " + uid + "}}")
                .is(200);
    }

    @Test
    default void aDeletionMayInsistOnTheVersion() {
        String version = configMap("a", "{}").version();

        Reply refused = api().delete(core("configmaps/a"), "{preconditions: {resourceVersion: '1'}}");

        refused.isRefused(
                409,
                "Conflict",
                "Operation cannot be fulfilled on ConfigMap \"a\": the ResourceVersion in the precondition (1) does not match"
                        + " the ResourceVersion in record (" + version + "). The object might have been modified");
    }

    @Test
    default void aFinalizerHoldsTheObject() {
        held("a");

        Reply deleted = api().delete(core("configmaps/a")).is(200);
        Reply still = api().get(core("configmaps/a")).is(200);

        assertThat(deleted.text("/kind")).isEqualTo("ConfigMap");
        assertThat(still.text("/metadata/deletionTimestamp")).isNotEmpty();
        assertThat(still.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
    }

    @Test
    default void takingTheLastFinalizerAwayRemovesTheObject() {
        held("a");
        api().delete(core("configmaps/a")).is(200);

        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{metadata: {finalizers: null}}")
                .is(200);

        api().get(core("configmaps/a")).isRefused(404, "NotFound");
    }

    @Test
    default void noFinalizerIsAddedToWhatIsGoing() {
        held("a");
        api().delete(core("configmaps/a")).is(200);

        api().patch(
                        core("configmaps/a"),
                        Api.MERGE_PATCH,
                        "{metadata: {finalizers: [example.com/hold, example.com/more]}}")
                .isInvalid(
                        "metadata.finalizers",
                        "Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers"
                                + " []string{\"example.com/more\"}");
    }

    @Test
    default void aPodWithoutANodeGoesAtOnce() {
        pod("p");

        Reply deleted = api().delete(core("pods/p")).is(200);

        assertThat(deleted.text("/kind")).isEqualTo("Pod");
        api().get(core("pods/p")).isRefused(404, "NotFound");
    }

    @Test
    default void aPodOnANodeWaitsForItsKubelet() {
        pod("p");
        api().post(core("pods/p/binding"), "{metadata: {name: p}, target: {kind: Node, name: n1}}")
                .is(201);

        Reply deleted = api().delete(core("pods/p")).is(200);

        assertThat(deleted.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(30);
        assertThat(api().get(core("pods/p")).is(200).text("/metadata/deletionTimestamp"))
                .isNotEmpty();
        api().delete(core("pods/p"), "{gracePeriodSeconds: 0}").is(200);
        api().get(core("pods/p")).isRefused(404, "NotFound");
    }

    @Test
    default void theGraceOfAPodCanBeShortened() {
        pod("p");
        api().post(core("pods/p/binding"), "{metadata: {name: p}, target: {kind: Node, name: n1}}")
                .is(201);

        api().delete(core("pods/p"), "{gracePeriodSeconds: 20}").is(200);
        Reply shorter = api().delete(core("pods/p"), "{gracePeriodSeconds: 5}").is(200);
        Reply longer = api().delete(core("pods/p"), "{gracePeriodSeconds: 25}").is(200);

        assertThat(shorter.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(5);
        assertThat(longer.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(5);
    }

    @Test
    default void aCollectionIsDeletedBySelection() {
        api().post(leases(""), "{metadata: {name: a, labels: {x: y}}}").is(201);
        api().post(leases(""), "{metadata: {name: b, labels: {x: y}}}").is(201);
        api().post(leases(""), "{metadata: {name: c}}").is(201);

        api().delete(leases("?labelSelector=x%3Dy")).is(200);

        assertThat(api().get(leases("")).names()).containsExactly("c");
    }

    @Test
    default void aDryRunOfADeletionDeletesNothing() {
        configMap("a", "{}");

        api().delete(core("configmaps/a?dryRun=All")).is(200);

        api().get(core("configmaps/a")).is(200);
    }

    @Test
    default void anUnknownPropagationIsRefused() {
        configMap("a", "{}");

        api().delete(core("configmaps/a"), "{propagationPolicy: Nonsense}")
                .isInvalid("propagationPolicy", "Unsupported value: \"Nonsense\": supported values: ");
    }

    @Test
    default void whatIsOwnedGoesWithItsOwner() {
        String uid = configMap("owner", "{}").text("/metadata/uid");
        owned("child", "owner", uid, "");

        api().delete(core("configmaps/owner")).is(200);

        eventually(() -> api().get(core("configmaps/child")), reply -> reply.code() == 404);
    }

    @Test
    default void orphansStayAndForgetTheirOwner() {
        String uid = configMap("owner", "{}").text("/metadata/uid");
        owned("child", "owner", uid, "");

        api().delete(core("configmaps/owner"), "{propagationPolicy: Orphan}").is(200);

        eventually(() -> api().get(core("configmaps/owner")), reply -> reply.code() == 404);
        assertThat(api().get(core("configmaps/child")).is(200).at("/metadata").has("ownerReferences"))
                .isFalse();
    }

    @Test
    default void inTheForegroundTheOwnerWaitsForWhatItOwns() {
        String uid = configMap("owner", "{}").text("/metadata/uid");
        api().post(
                        core("configmaps"),
                        "{metadata: {name: child, finalizers: [example.com/hold], ownerReferences: [{apiVersion: v1, kind:"
                                + " ConfigMap, name: owner, uid: " + uid + ", blockOwnerDeletion: true}]}}")
                .is(201);

        Reply deleted = api().delete(core("configmaps/owner"), "{propagationPolicy: Foreground}")
                .is(200);
        eventually(
                () -> api().get(core("configmaps/child")),
                reply -> !reply.at("/metadata/deletionTimestamp").isMissingNode());
        Reply waiting = api().get(core("configmaps/owner")).is(200);
        api().patch(core("configmaps/child"), Api.MERGE_PATCH, "{metadata: {finalizers: null}}")
                .is(200);

        assertThat(deleted.at("/metadata/finalizers")).isEqualTo(json("[foregroundDeletion]"));
        assertThat(waiting.at("/metadata/finalizers")).isEqualTo(json("[foregroundDeletion]"));
        eventually(() -> api().get(core("configmaps/owner")), reply -> reply.code() == 404);
    }

    @Test
    default void aNamespaceTakesItsContentsAlong() {
        String name = api().post("/api/v1/namespaces", "{metadata: {generateName: contract-}}")
                .is(201)
                .text("/metadata/name");
        api().post("/api/v1/namespaces/" + name + "/configmaps", "{metadata: {name: a}}")
                .is(201);

        Reply deleted = api().delete("/api/v1/namespaces/" + name).is(200);

        assertThat(deleted.text("/status/phase")).isEqualTo("Terminating");
        eventually(() -> api().get("/api/v1/namespaces/" + name), reply -> reply.code() == 404);
        api().get("/api/v1/namespaces/" + name + "/configmaps/a").isRefused(404, "NotFound");
    }
}
