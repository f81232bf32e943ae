package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** Replacing an object, and whose copy counts. */
interface UpdateContract extends Contract {
    @Test
    default void aReplacementHasANewVersion() {
        Reply created = configMap("a", "{k: v}");
        ObjectNode changed = (ObjectNode) created.body().deepCopy();
        changed.putObject("data").put("k", "w");

        Reply updated = api().put(core("configmaps/a"), changed).is(200);

        assertThat(updated.at("/data")).isEqualTo(json("{k: w}"));
        assertThat(updated.version()).isNotEqualTo(created.version());
        assertThat(updated.text("/metadata/uid")).isEqualTo(created.text("/metadata/uid"));
    }

    @Test
    default void aStaleCopyIsRefused() {
        Reply created = configMap("a", "{k: v}");
        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{data: {k: w}}").is(200);

        Reply refused = api().put(core("configmaps/a"), created.body());

        refused.isRefused(
                409,
                "Conflict",
                "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to"
                        + " the latest version and try again");
        assertThat(refused.at("/details")).isEqualTo(json("{name: a, kind: configmaps}"));
    }

    @Test
    default void withoutAVersionTheLastWriterWins() {
        configMap("a", "{k: v}");

        api().put(core("configmaps/a"), json("{metadata: {name: a}, data: {k: w}}"))
                .is(200);

        assertThat(api().get(core("configmaps/a")).text("/data/k")).isEqualTo("w");
    }

    @Test
    default void aLeaseIsReplacedOnlyWithItsVersion() {
        api().post(leases(""), "{metadata: {name: l}, spec: {holderIdentity: a}}")
                .is(201);

        api().put(leases("/l"), json("{metadata: {name: l}, spec: {holderIdentity: b}}"))
                .isInvalid("metadata.resourceVersion", "Invalid value: 0: must be specified for an update");
    }

    @Test
    default void replacingNothingIsNotFound() {
        api().put(core("configmaps/a"), json("{metadata: {name: a}}"))
                .isRefused(404, "NotFound", "configmaps \"a\" not found");
    }

    @Test
    default void aNameOtherThanThePathsIsRefused() {
        configMap("a", "{}");

        api().put(core("configmaps/a"), json("{metadata: {name: b}}"))
                .isRefused(400, "BadRequest", "the name of the object (b) does not match the name on the URL (a)");
    }

    @Test
    default void anotherUidIsAConflict() {
        configMap("a", "{}");

        Reply refused = api().put(core("configmaps/a"), json("{metadata: {name: a, uid: other}}"));

        refused.isRefused(409, "Conflict");
        assertThat(refused.text("/message"))
                .startsWith("Operation cannot be fulfilled on configmaps \"a\": ")
                .contains("Precondition failed: UID in precondition: other, UID in object meta: ");
    }

    @Test
    default void theSameAgainChangesNothing() {
        Reply created = configMap("a", "{k: v}");

        assertThat(api().put(core("configmaps/a"), created.body()).is(200).version())
                .isEqualTo(created.version());
    }

    @Test
    default void statusIsNotTakenFromTheObject() {
        ObjectNode pod = (ObjectNode) pod("p").body();
        ((ObjectNode) pod.path("status")).put("phase", "Running");

        assertThat(api().put(core("pods/p"), pod).is(200).text("/status/phase")).isEqualTo("Pending");
    }

    @Test
    default void onlyStatusIsTakenFromTheStatusEndpoint() {
        ObjectNode pod = (ObjectNode) pod("p").body();
        ((ObjectNode) pod.path("status")).put("phase", "Running");
        ((ObjectNode) pod.path("spec")).put("hostname", "other");

        Reply updated = api().put(core("pods/p/status"), pod).is(200);

        assertThat(updated.text("/status/phase")).isEqualTo("Running");
        assertThat(updated.at("/spec").has("hostname")).isFalse();
    }

    @Test
    default void aStaleCopyIsRefusedForStatusToo() {
        Reply pod = pod("p");
        api().patch(core("pods/p/status"), Api.MERGE_PATCH, "{status: {message: a}}")
                .is(200);

        api().put(core("pods/p/status"), pod.body()).isRefused(409, "Conflict");
    }

    @Test
    default void generationCountsChangesOfTheSpecAlone() {
        pod("p");

        Reply labelled = api().patch(core("pods/p"), Api.MERGE_PATCH, "{metadata: {labels: {a: b}}}")
                .is(200);
        Reply status = api().patch(core("pods/p/status"), Api.MERGE_PATCH, "{status: {message: a}}")
                .is(200);
        Reply deadline = api().patch(core("pods/p"), Api.MERGE_PATCH, "{spec: {activeDeadlineSeconds: 600}}")
                .is(200);

        assertThat(labelled.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(status.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(deadline.at("/metadata/generation").asInt()).isEqualTo(2);
    }

    @Test
    default void mostOfAPodNeverChanges() {
        pod("p");

        api().patch(core("pods/p"), Api.MERGE_PATCH, "{spec: {hostname: other}}")
                .isInvalid(
                        "spec",
                        "Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
                                + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions"
                                + " to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it"
                                + " was previously negative)");
    }

    @Test
    default void anImageMayChangeAndTolerationsMayBeAdded() {
        pod("p");

        Reply updated = api().patch(
                        core("pods/p"), Api.STRATEGIC_PATCH, "{spec: {containers: [{name: main, image: other}]}}")
                .is(200);
        Reply tolerant = api().patch(
                        core("pods/p"),
                        Api.JSON_PATCH,
                        "[{op: add, path: /spec/tolerations/-, value: {key: t, operator: Exists}}]")
                .is(200);

        assertThat(updated.text("/spec/containers/0/image")).isEqualTo("other");
        assertThat(tolerant.at("/spec/tolerations").findValuesAsText("key")).contains("t");
    }

    @Test
    default void anImmutableConfigMapStaysAsItIs() {
        api().post(core("configmaps"), "{metadata: {name: a}, data: {k: v}, immutable: true}")
                .is(201);

        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{data: {k: w}}")
                .isRefused(
                        422,
                        "Invalid",
                        "ConfigMap \"a\" is invalid: data: Forbidden: field is immutable when `immutable` is set");
        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{immutable: false}")
                .isInvalid("immutable", "Forbidden: field is immutable when `immutable` is set");
    }

    @Test
    default void theTypeOfASecretStays() {
        api().post(core("secrets"), "{metadata: {name: s}}").is(201);

        api().patch(core("secrets/s"), Api.MERGE_PATCH, "{type: other}")
                .isRefused(
                        422, "Invalid", "Secret \"s\" is invalid: type: Invalid value: \"other\": field is immutable");
    }

    @Test
    default void theAddressOfAServiceStays() {
        api().post(core("services"), "{metadata: {name: s}, spec: {ports: [{port: 80}]}}")
                .is(201);

        api().patch(core("services/s"), Api.MERGE_PATCH, "{spec: {clusterIP: 10.96.255.1}}")
                .isInvalid("spec.clusterIPs[0]", "Invalid value: [\"10.96.255.1\"]: may not change once set");
    }

    @Test
    default void aLeaseIsMadeByReplacingNothing() {
        Reply made = api().put(leases("/l"), json("{metadata: {name: l}, spec: {holderIdentity: a}}"));

        made.is(201);
        assertThat(made.text("/spec/holderIdentity")).isEqualTo("a");
    }

    @Test
    default void aPodIsBoundOnce() {
        pod("p");
        String target = "{metadata: {name: p}, target: {kind: Node, name: node-1}}";

        assertThat(api().post(core("pods/p/binding"), target).is(201).text("/status"))
                .isEqualTo("Success");
        Reply bound = api().get(core("pods/p"));
        assertThat(bound.text("/spec/nodeName")).isEqualTo("node-1");
        assertThat(bound.at("/status/conditions").findValuesAsText("type")).contains("PodScheduled");
        api().post(core("pods/p/binding"), target)
                .isRefused(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node \"node-1\"");
    }

    @Test
    default void deletionIsNotAskedForByAnUpdate() {
        configMap("a", "{}");

        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}")
                .isInvalid("metadata.deletionTimestamp", "Invalid value: \"2026-01-01T00:00:00Z\": field is immutable");
    }

    @Test
    default void aDryRunOfAReplacementKeepsTheOld() {
        ObjectNode object = (ObjectNode) configMap("a", "{k: v}").body();
        object.putObject("data").put("k", "w");

        assertThat(api().put(core("configmaps/a") + "?dryRun=All", object)
                        .is(200)
                        .text("/data/k"))
                .isEqualTo("w");
        assertThat(api().get(core("configmaps/a")).text("/data/k")).isEqualTo("v");
    }
}
