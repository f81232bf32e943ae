package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Patches that are no apply. */
interface PatchContract extends Contract {
    /** An operation on {@code data: {a: '1', b: '2'}} and what data is then. */
    record Operation(String patch, String data) {}

    @TestFactory
    default Stream<DynamicTest> jsonPatchOperations() {
        return Stream.of(
                        new Operation("[{op: add, path: /data/c, value: '3'}]", "{a: '1', b: '2', c: '3'}"),
                        new Operation("[{op: remove, path: /data/a}]", "{b: '2'}"),
                        new Operation("[{op: replace, path: /data/a, value: x}]", "{a: x, b: '2'}"),
                        new Operation("[{op: replace, path: /data/absent, value: x}]", "{a: '1', b: '2', absent: x}"),
                        new Operation("[{op: move, from: /data/a, path: /data/c}]", "{b: '2', c: '1'}"),
                        new Operation("[{op: copy, from: /data/a, path: /data/c}]", "{a: '1', b: '2', c: '1'}"),
                        new Operation(
                                "[{op: test, path: /data/a, value: '1'}, {op: remove, path: /data/b}]", "{a: '1'}"))
                .map(each -> DynamicTest.dynamicTest(each.patch(), () -> {
                    String name = api().post(
                                    core("configmaps"), "{metadata: {generateName: c-}, data: {a: '1', b: '2'}}")
                            .is(201)
                            .text("/metadata/name");
                    Reply patched = api().patch(core("configmaps/" + name), Api.JSON_PATCH, each.patch())
                            .is(200);
                    assertThat(patched.at("/data")).isEqualTo(json(each.data()));
                }));
    }

    @TestFactory
    default Stream<DynamicTest> jsonPatchesThatCannotBeDone() {
        configMap("a", "{a: '1'}");
        return Stream.of(
                        "[{op: test, path: /data/a, value: '2'}]",
                        "[{op: remove, path: /data/absent}]",
                        "[{op: add, path: /absent/x, value: '1'}]",
                        "[{op: nonsense, path: /data}]",
                        "[{op: add, path: data, value: '1'}]",
                        "[{op: add}]",
                        "[{op: add, path: /metadata/finalizers/-, value: example.com/f}]")
                .map(patch -> DynamicTest.dynamicTest(
                        patch,
                        () -> api().patch(core("configmaps/a"), Api.JSON_PATCH, patch)
                                .isRefused(
                                        422,
                                        "Invalid",
                                        "the server rejected our request due to an error in our request")));
    }

    @Test
    default void aJsonPatchIsAList() {
        configMap("a", "{}");

        api().patch(core("configmaps/a"), Api.JSON_PATCH, "{op: add}")
                .isRefused(
                        400,
                        "BadRequest",
                        "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp");
    }

    @Test
    default void aMergePatchMergesAndNullRemoves() {
        configMap("a", "{a: '1', b: '2'}");

        Reply patched = api().patch(
                        core("configmaps/a"), Api.MERGE_PATCH, "{data: {a: null, c: '3'}, metadata: {labels: {l: m}}}")
                .is(200);

        assertThat(patched.at("/data")).isEqualTo(json("{b: '2', c: '3'}"));
        assertThat(patched.at("/metadata/labels")).isEqualTo(json("{l: m}"));
    }

    @Test
    default void aMergePatchIsAnObject() {
        configMap("a", "{}");

        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "[1]")
                .isRefused(
                        400,
                        "BadRequest",
                        "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}");
        api().patch(core("configmaps/a"), Api.STRATEGIC_PATCH, "[1]")
                .isRefused(
                        400,
                        "BadRequest",
                        "json: cannot unmarshal array into Go value of type map[string]interface {}");
    }

    /** A strategic patch on a service with two ports, and the ports then. */
    @TestFactory
    default Stream<DynamicTest> strategicPatchesKnowTheKeysOfLists() {
        String one = "{name: a, port: 80, protocol: TCP, targetPort: 80}";
        String two = "{name: b, port: 81, protocol: TCP, targetPort: 81}";
        return Stream.of(
                        new Operation(
                                "{spec: {ports: [{port: 80, targetPort: 8080}]}}",
                                "[{name: a, port: 80, protocol: TCP, targetPort: 8080}, " + two + "]"),
                        new Operation("{spec: {ports: [{port: 81, $patch: delete}]}}", "[" + one + "]"),
                        new Operation(
                                "{spec: {ports: [{$patch: replace}, {name: c, port: 90}]}}",
                                "[{name: c, port: 90, protocol: TCP, targetPort: 90}]"))
                .map(each -> DynamicTest.dynamicTest(each.patch(), () -> {
                    String name = api().post(
                                    core("services"),
                                    "{metadata: {generateName: s-}, spec: {ports: [{name: a, port: 80}, {name: b, port: 81}]}}")
                            .is(201)
                            .text("/metadata/name");
                    Reply patched = api().patch(core("services/" + name), Api.STRATEGIC_PATCH, each.patch())
                            .is(200);
                    assertThat(patched.at("/spec/ports")).isEqualTo(json(each.data()));
                }));
    }

    @Test
    default void aStrategicPatchAddsToAndDeletesFromSets() {
        api().post(core("configmaps"), "{metadata: {name: a, finalizers: [example.com/a]}}")
                .is(201);

        Reply added =
                api().patch(core("configmaps/a"), Api.STRATEGIC_PATCH, "{metadata: {finalizers: [example.com/b]}}");
        Reply deleted = api().patch(
                        core("configmaps/a"),
                        Api.STRATEGIC_PATCH,
                        "{metadata: {$deleteFromPrimitiveList/finalizers: [example.com/a, example.com/b]}}");

        assertThat(added.is(200).at("/metadata/finalizers").valueStream().map(node -> node.asText()))
                .containsExactlyInAnyOrder("example.com/a", "example.com/b");
        assertThat(deleted.is(200).at("/metadata").has("finalizers")).isFalse();
    }

    @Test
    default void anUnknownKindOfPatchIsRefused() {
        configMap("a", "{}");

        Reply refused = api().send("PATCH", core("configmaps/a"), "application/nonsense", "{}");

        assertThat(refused.code()).isEqualTo(415);
        assertThat(refused.text("/reason")).isEqualTo("UnsupportedMediaType");
    }

    @Test
    default void patchingNothingIsNotFound() {
        for (String type : List.of(Api.JSON_PATCH, Api.MERGE_PATCH, Api.STRATEGIC_PATCH)) {
            api().patch(core("configmaps/a"), type, type.equals(Api.JSON_PATCH) ? "[]" : "{}")
                    .isRefused(404, "NotFound", "configmaps \"a\" not found");
        }
    }

    @Test
    default void aPatchMayInsistOnAVersion() {
        configMap("a", "{}");

        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{metadata: {resourceVersion: '1'}, data: {a: b}}")
                .isRefused(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your"
                                + " changes to the latest version and try again");
    }

    @Test
    default void aPatchThatChangesNothingKeepsTheVersion() {
        Reply created = configMap("a", "{k: v}");

        assertThat(api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{data: {k: v}}")
                        .is(200)
                        .version())
                .isEqualTo(created.version());
    }

    @Test
    default void aPatchCannotRename() {
        configMap("a", "{}");

        api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{metadata: {name: b}}")
                .isRefused(400, "BadRequest", "the name of the object (b) does not match the name on the URL (a)");
    }

    @Test
    default void aPatchThatLeavesAWrongTypeIsInvalid() {
        configMap("a", "{}");

        Reply refused = api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{data: 1}");

        refused.isInvalid("patch", "Invalid value: \"{");
        assertThat(refused.text("/message"))
                .endsWith(
                        "json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string");
    }

    @Test
    default void onlyAnApplyIsForced() {
        configMap("a", "{}");

        api().patch(core("configmaps/a") + "?force=true", Api.MERGE_PATCH, "{}")
                .isInvalid("force", "Forbidden: may not be specified for non-apply patch");
    }

    @Test
    default void aDryRunOfAPatchKeepsTheOld() {
        configMap("a", "{k: v}");

        assertThat(api().patch(core("configmaps/a") + "?dryRun=All", Api.MERGE_PATCH, "{data: {k: w}}")
                        .is(200)
                        .text("/data/k"))
                .isEqualTo("w");
        assertThat(api().get(core("configmaps/a")).text("/data/k")).isEqualTo("v");
    }

    @Test
    default void whoeverPatchesOwnsWhatChanged() {
        api().post(core("configmaps") + "?fieldManager=one", "{metadata: {name: a}, data: {a: '1', b: '1'}}")
                .is(201);

        Reply patched = api().patch(core("configmaps/a") + "?fieldManager=two", Api.MERGE_PATCH, "{data: {b: '2'}}")
                .is(200);

        assertThat(patched.at("/metadata/managedFields").findValuesAsText("manager"))
                .containsExactlyInAnyOrder("one", "two");
        assertThat(ApplyContract.fields(patched, "one")).isEqualTo(json("{f:data: {.: {}, f:a: {}}}"));
        assertThat(ApplyContract.fields(patched, "two")).isEqualTo(json("{f:data: {f:b: {}}}"));
    }
}
