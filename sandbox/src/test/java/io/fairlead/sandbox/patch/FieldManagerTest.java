package io.fairlead.sandbox.patch;

import static io.fairlead.sandbox.schema.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FieldManagerTest {
    private static final BuiltInSchemas SCHEMAS = BuiltInSchemas.load();
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-01-01T00:01:00Z");

    private final FieldManager configMaps = new FieldManager(SCHEMAS.of("", "v1", "ConfigMap"));
    private final FieldManager pods = new FieldManager(SCHEMAS.of("", "v1", "Pod"));

    @Test
    void aCreatorOwnsWhatItSetButNotWhatEveryObjectHas() {
        ObjectNode pod = pods.update(
                null,
                object(
                        "{metadata: {name: p, labels: {a: b}}, spec: {restartPolicy: Always, containers: [{name: c, image: i, "
                                + "resources: {}, ports: [{containerPort: 80, protocol: TCP}]}]}, status: {phase: Running}}"),
                main("kubectl"),
                START);

        assertThat(pod.at("/metadata/managedFields/0")).isEqualTo(object("""
                        manager: kubectl
                        operation: Update
                        apiVersion: v1
                        time: "2026-01-01T00:00:00Z"
                        fieldsType: FieldsV1
                        fieldsV1:
                          f:metadata: {f:labels: {.: {}, f:a: {}}}
                          f:spec:
                            f:containers:
                              'k:{"name":"c"}':
                                .: {}
                                f:image: {}
                                f:name: {}
                                f:resources: {}
                                f:ports: {.: {}, 'k:{"containerPort":80,"protocol":"TCP"}': {.: {}, f:containerPort: {}, f:protocol: {}}}
                            f:restartPolicy: {}
                        """));
    }

    @Test
    void applyOwnsTheNamedFieldsAndGivesUpWhatItNamesNoMore() {
        ObjectNode first = apply(null, "{data: {a: '1', b: '2'}}", "one", false);
        ObjectNode second = apply(first, "{data: {a: '1'}}", "one", false);

        assertThat(fields(first, "one")).isEqualTo(object("{f:data: {f:a: {}, f:b: {}}}"));
        assertThat(second.path("data")).isEqualTo(object("{a: '1'}"));
        assertThat(fields(second, "one")).isEqualTo(object("{f:data: {f:a: {}}}"));
    }

    @Test
    void aFieldThatTwoManagersApplyIsKeptUntilBothHaveGivenItUp() {
        ObjectNode both = apply(apply(null, "{data: {a: '1'}}", "one", false), "{data: {a: '1'}}", "two", false);

        ObjectNode oneLess = apply(both, "{data: {x: '1'}}", "one", false);
        ObjectNode none = apply(oneLess, "{data: {y: '1'}}", "two", false);

        assertThat(oneLess.path("data")).isEqualTo(object("{a: '1', x: '1'}"));
        assertThat(none.path("data")).isEqualTo(object("{x: '1', y: '1'}"));
    }

    @Test
    void applyingOverAnothersValueIsAConflictUnlessForced() {
        ObjectNode live = apply(null, "{data: {a: '1', b: '1'}}", "one", false);
        ObjectNode updated = configMaps.update(
                live, object("{metadata: {name: c}, data: {a: '1', b: '1', u: '1'}}"), main("kubectl-edit"), START);

        assertThatThrownBy(() -> apply(updated, "{data: {u: '2'}}", "two", false))
                .hasMessage("Apply failed with 1 conflict: conflict with \"kubectl-edit\" using v1: .data.u");
        assertThatThrownBy(() -> apply(updated, "{data: {a: '2', b: '2'}}", "two", false))
                .hasMessage("Apply failed with 2 conflicts: conflicts with \"one\":\n- .data.a\n- .data.b");

        ObjectNode forced = apply(updated, "{data: {a: '2'}}", "two", true);
        assertThat(fields(forced, "one")).isEqualTo(object("{f:data: {f:b: {}}}"));
        assertThat(fields(forced, "two")).isEqualTo(object("{f:data: {f:a: {}}}"));
        assertThat(forced.at("/data/a").asText()).isEqualTo("2");
    }

    @Test
    void anUpdateTakesTheFieldsItChangesFromTheirOwners() {
        ObjectNode live = apply(null, "{data: {a: '1', b: '1'}}", "one", false);

        ObjectNode updated =
                configMaps.update(live, object("{metadata: {name: c}, data: {a: '2', b: '1'}}"), main("editor"), LATER);

        assertThat(fields(updated, "one")).isEqualTo(object("{f:data: {f:b: {}}}"));
        assertThat(fields(updated, "editor")).isEqualTo(object("{f:data: {f:a: {}}}"));
    }

    @Test
    void applyingTheSameAgainChangesNothingNotEvenTheTime() {
        ObjectNode live = apply(null, "{data: {a: '1'}}", "one", false);

        ObjectNode again = configMaps.apply(live, config("{data: {a: '1'}}"), main("one"), false, LATER);

        assertThat(again).isEqualTo(live);
    }

    @Test
    void itemsOfAKeyedListAreMergedAndRemovedOneByOne() {
        ObjectNode live = pods.update(
                null,
                object("{metadata: {name: p}, spec: {containers: [{name: main, image: a}]}}"),
                main("creator"),
                START);

        ObjectNode added = pods.apply(
                live, config("{spec: {containers: [{name: side, image: b}]}}"), main("injector"), false, START);
        ObjectNode removed = pods.apply(added, config("{spec: {}}"), main("injector"), false, START);

        assertThat(added.at("/spec/containers").findValuesAsText("name")).containsExactly("main", "side");
        assertThat(removed.at("/spec/containers").findValuesAsText("name")).containsExactly("main");
    }

    @Test
    void managersAreForgottenOnRequestAndRememberedFromTheNextApply() {
        ObjectNode live = apply(null, "{data: {a: '1'}}", "one", false);

        ObjectNode reset = configMaps.update(
                live, object("{metadata: {name: c, managedFields: [{}]}, data: {a: '1'}}"), main("editor"), START);
        ObjectNode applied = apply(reset, "{data: {b: '1'}}", "two", false);

        assertThat(reset.at("/metadata/managedFields").isMissingNode()).isTrue();
        assertThat(fields(applied, "before-first-apply")).isEqualTo(object("{f:data: {.: {}, f:a: {}}}"));
    }

    @Test
    void statusIsOwnedThroughItsOwnEndpointOnly() {
        ObjectNode live = pods.update(
                null, object("{metadata: {name: p}, spec: {hostname: h}, status: {}}"), main("creator"), START);

        ObjectNode updated = pods.update(
                live,
                object("{metadata: {name: p}, spec: {hostname: h}, status: {phase: Running}}"),
                new FieldManager.Writer("kubelet", "v1", "status", Set.of("spec")),
                LATER);

        assertThat(updated.at("/metadata/managedFields").findValuesAsText("subresource"))
                .containsExactly("status");
        assertThat(fields(updated, "kubelet")).isEqualTo(object("{f:status: {f:phase: {}}}"));
    }

    @Test
    void theOldestUpdatersAreFoldedWhenThereAreTooMany() {
        ObjectNode object =
                configMaps.update(null, object("{metadata: {name: c}, data: {k0: '0'}}"), main("m0"), START);
        for (int i : IntStream.range(1, 12).toArray()) {
            ObjectNode next = object.deepCopy();
            ((ObjectNode) next.path("data")).put("k" + i, "1");
            object = configMaps.update(object, next, main("m" + i), START.plusSeconds(i));
        }

        List<String> managers = object.at("/metadata/managedFields").findValuesAsText("manager");
        assertThat(managers).hasSize(10).contains("ancient-changes", "m11").doesNotContain("m0", "m1");
    }

    @Test
    void aConfigurationWithAnUnknownFieldIsRefused() {
        assertThatThrownBy(() -> apply(null, "{foo: 1}", "one", false))
                .hasMessage(
                        "failed to create typed patch object (/c; /v1, Kind=ConfigMap): .foo: field not declared in schema");
    }

    private ObjectNode apply(@Nullable ObjectNode live, String config, String manager, boolean force) {
        return configMaps.apply(live, config(config), main(manager), force, START);
    }

    private static ObjectNode config(String yaml) {
        ObjectNode config = object("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}");
        config.setAll(object(yaml));
        return config;
    }

    private static FieldManager.Writer main(String manager) {
        return new FieldManager.Writer(manager, "v1", "", Set.of("status"));
    }

    private static JsonNode fields(ObjectNode object, String manager) {
        for (JsonNode entry : object.at("/metadata/managedFields")) {
            if (entry.path("manager").asText().equals(manager)) {
                return entry.path("fieldsV1");
            }
        }
        throw new AssertionError("no manager " + manager + " in " + object);
    }
}
