package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** Server-side apply: who owns what. */
interface ApplyContract extends Contract {
    static JsonNode fields(Reply reply, String manager) {
        return reply.at("/metadata/managedFields")
                .valueStream()
                .filter(entry -> entry.path("manager").asText().equals(manager))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no manager " + manager + " in " + reply.body()))
                .path("fieldsV1");
    }

    private Reply apply(String manager, String data) {
        return api().apply(core("configmaps/a"), manager, config(data));
    }

    private static String config(String data) {
        return "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: " + data + "}";
    }

    @Test
    default void applyMakesWhatIsNotThere() {
        Reply made = apply("one", "{a: '1'}").is(201);

        JsonNode entry = made.at("/metadata/managedFields/0");
        assertThat(entry.path("manager").asText()).isEqualTo("one");
        assertThat(entry.path("operation").asText()).isEqualTo("Apply");
        assertThat(entry.path("apiVersion").asText()).isEqualTo("v1");
        assertThat(entry.path("fieldsType").asText()).isEqualTo("FieldsV1");
        assertThat(entry.path("fieldsV1")).isEqualTo(json("{f:data: {f:a: {}}}"));
    }

    @Test
    default void applyingTheSameAgainChangesNothing() {
        Reply made = apply("one", "{a: '1'}").is(201);

        assertThat(apply("one", "{a: '1'}").is(200).body()).isEqualTo(made.body());
    }

    @Test
    default void whatAManagerNamesNoMoreGoes() {
        apply("one", "{a: '1', b: '1'}").is(201);

        Reply less = apply("one", "{b: '1'}").is(200);

        assertThat(less.at("/data")).isEqualTo(json("{b: '1'}"));
        assertThat(fields(less, "one")).isEqualTo(json("{f:data: {f:b: {}}}"));
    }

    @Test
    default void whatAnotherManagerNamesTooStays() {
        apply("one", "{a: '1', b: '1'}").is(201);
        apply("two", "{a: '1'}").is(200);

        assertThat(apply("one", "{b: '1'}").is(200).at("/data")).isEqualTo(json("{a: '1', b: '1'}"));
        assertThat(apply("two", "{c: '1'}").is(200).at("/data")).isEqualTo(json("{b: '1', c: '1'}"));
    }

    @Test
    default void anotherValueForAnothersFieldIsAConflict() {
        apply("one", "{a: '1', b: '1'}").is(201);

        Reply refused = apply("two", "{a: '2'}");

        refused.isRefused(409, "Conflict", "Apply failed with 1 conflict: conflict with \"one\": .data.a");
        assertThat(refused.at("/details"))
                .isEqualTo(
                        json(
                                "{causes: [{reason: FieldManagerConflict, message: 'conflict with \"one\"', field: .data.a}]}"));
    }

    @Test
    default void severalConflictsAreAllNamed() {
        apply("one", "{a: '1', b: '1'}").is(201);

        apply("two", "{a: '2', b: '2'}")
                .isRefused(
                        409,
                        "Conflict",
                        "Apply failed with 2 conflicts: conflicts with \"one\":\n- .data.a\n- .data.b");
    }

    @Test
    default void aConflictWithAnUpdateNamesItsVersion() {
        api().post(core("configmaps") + "?fieldManager=editor", "{metadata: {name: a}, data: {a: '1'}}")
                .is(201);

        apply("one", "{a: '2'}")
                .isRefused(409, "Conflict", "Apply failed with 1 conflict: conflict with \"editor\" using v1: .data.a");
    }

    @Test
    default void forceTakesTheFields() {
        apply("one", "{a: '1', b: '1'}").is(201);

        Reply forced = api().apply(core("configmaps/a?force=true"), "two", config("{a: '2'}"))
                .is(200);

        assertThat(forced.at("/data")).isEqualTo(json("{a: '2', b: '1'}"));
        assertThat(fields(forced, "one")).isEqualTo(json("{f:data: {f:b: {}}}"));
        assertThat(fields(forced, "two")).isEqualTo(json("{f:data: {f:a: {}}}"));
    }

    @Test
    default void theSameValueIsNoConflictButSharedOwnership() {
        apply("one", "{a: '1'}").is(201);

        Reply shared = apply("two", "{a: '1'}").is(200);

        assertThat(fields(shared, "one")).isEqualTo(fields(shared, "two"));
    }

    @Test
    default void anUpdateTakesWhatItChanges() {
        apply("one", "{a: '1', b: '1'}").is(201);

        Reply updated = api().patch(core("configmaps/a") + "?fieldManager=editor", Api.MERGE_PATCH, "{data: {a: '2'}}")
                .is(200);

        assertThat(fields(updated, "one")).isEqualTo(json("{f:data: {f:b: {}}}"));
        assertThat(fields(updated, "editor")).isEqualTo(json("{f:data: {f:a: {}}}"));
    }

    @Test
    default void applyNeedsAManager() {
        api().patch(core("configmaps/a"), Api.APPLY_PATCH, config("{}"))
                .isRefused(
                        422,
                        "Invalid",
                        "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch");
    }

    @Test
    default void aConfigurationHasNoManagedFields() {
        api().apply(
                        core("configmaps/a"),
                        "one",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, managedFields: [{manager: x}]}}")
                .isRefused(400, "BadRequest", "metadata.managedFields must be nil");
    }

    @Test
    default void aConfigurationNamesNoUnknownFields() {
        Reply refused = api().apply(
                        core("configmaps/a"),
                        "one",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, nonsense: 1}");

        assertThat(refused.code()).isEqualTo(500);
        assertThat(refused.text("/message")).endsWith("Kind=ConfigMap): .nonsense: field not declared in schema");
    }

    @Test
    default void aConfigurationForAnotherNameIsRefused() {
        api().apply(core("configmaps/a"), "one", "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}")
                .isRefused(400, "BadRequest", "the name of the object (b) does not match the name on the URL (a)");
    }

    @Test
    default void yamlIsReadAsWellAsJson() {
        Reply made = api().send(
                        "PATCH",
                        core("configmaps/a") + "?fieldManager=one",
                        Api.APPLY_PATCH,
                        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: |\n    two\n    lines\n")
                .is(201);

        assertThat(made.text("/data/k")).isEqualTo("two\nlines\n");
    }

    @Test
    default void itemsOfAKeyedListAreOwnedOneByOne() {
        String service = "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [%s]}}";
        api().apply(core("services/s"), "one", service.formatted("{name: a, port: 80}"))
                .is(201);

        Reply both = api().apply(core("services/s"), "two", service.formatted("{name: b, port: 81}"))
                .is(200);
        Reply less = api().apply(core("services/s"), "two", service.formatted("{name: c, port: 82}"))
                .is(200);

        assertThat(both.at("/spec/ports").findValuesAsText("name")).containsExactly("a", "b");
        assertThat(fields(both, "two"))
                .isEqualTo(
                        json(
                                "{f:spec: {f:ports: {'k:{\"port\":81,\"protocol\":\"TCP\"}': {.: {}, f:name: {}, f:port: {}}}}}"));
        assertThat(less.at("/spec/ports").findValuesAsText("name")).containsExactly("a", "c");
    }

    @Test
    default void labelsOfTwoManagersLiveTogether() {
        String config = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {%s}}}";
        api().apply(core("configmaps/a"), "one", config.formatted("x: '1'")).is(201);
        api().apply(core("configmaps/a"), "two", config.formatted("y: '1'")).is(200);

        Reply less = api().apply(core("configmaps/a"), "one", config.formatted("z: '1'"))
                .is(200);

        assertThat(less.at("/metadata/labels")).isEqualTo(json("{y: '1', z: '1'}"));
    }

    @Test
    default void statusIsAppliedThroughItsOwnEndpoint() {
        pod("p");

        Reply applied = api().apply(
                        core("pods/p/status"),
                        "one",
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, status: {message: hi}}")
                .is(200);

        assertThat(applied.text("/status/message")).isEqualTo("hi");
        JsonNode entry = applied.at("/metadata/managedFields/0");
        assertThat(entry.path("subresource").asText()).isEqualTo("status");
        assertThat(entry.path("fieldsV1")).isEqualTo(json("{f:status: {f:message: {}}}"));
    }

    @Test
    default void managersAreForgottenOnRequest() {
        apply("one", "{a: '1'}").is(201);

        Reply reset = api().patch(core("configmaps/a"), Api.MERGE_PATCH, "{metadata: {managedFields: [{}]}}")
                .is(200);
        Reply applied = apply("two", "{b: '1'}").is(200);

        assertThat(reset.at("/metadata").has("managedFields")).isFalse();
        assertThat(applied.at("/metadata/managedFields").findValuesAsText("manager"))
                .containsExactly("two", "before-first-apply");
    }

    @Test
    default void anApplyMayInsistOnAVersion() {
        Reply made = apply("one", "{a: '1'}").is(201);
        ObjectNode config = (ObjectNode) json(config("{a: '2'}"));
        ((ObjectNode) config.path("metadata")).put("resourceVersion", "1");

        api().apply(core("configmaps/a"), "one", config.toString()).isRefused(409, "Conflict");
        assertThat(api().get(core("configmaps/a")).version()).isEqualTo(made.version());
    }

    @Test
    default void aDryRunOfAnApplyKeepsNothing() {
        api().apply(core("configmaps/a?dryRun=All"), "one", config("{a: '1'}")).is(201);

        api().get(core("configmaps/a")).isRefused(404, "NotFound");
    }
}
