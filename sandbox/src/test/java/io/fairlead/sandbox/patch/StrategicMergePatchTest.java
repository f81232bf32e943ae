package io.fairlead.sandbox.patch;

import static io.fairlead.sandbox.schema.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.schema.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StrategicMergePatchTest {
    private static final Schema POD = BuiltInSchemas.load().of("", "v1", "Pod");
    private static final ObjectNode LIVE =
            object("{metadata: {finalizers: [a, b]}, spec: {containers: [{name: a, image: x}, "
                    + "{name: b, image: y}], nodeSelector: {k: v}, tolerations: [{key: t}]}}");

    record Case(String patch, String path, String result) {}

    static List<Case> cases() {
        return List.of(
                new Case(
                        "{spec: {containers: [{name: b, image: z}]}}",
                        "/spec/containers",
                        "[{name: a, image: x}, {name: b, image: z}]"),
                new Case(
                        "{spec: {containers: [{name: c, image: z}]}}",
                        "/spec/containers",
                        "[{name: a, image: x}, {name: b, image: y}, {name: c, image: z}]"),
                new Case(
                        "{spec: {containers: [{name: a, $patch: delete}]}}",
                        "/spec/containers",
                        "[{name: b, image: y}]"),
                new Case("{spec: {containers: [{$patch: replace}, {name: n}]}}", "/spec/containers", "[{name: n}]"),
                new Case("{spec: {tolerations: [{key: n}]}}", "/spec/tolerations", "[{key: n}]"),
                new Case("{spec: {nodeSelector: {$patch: replace, n: m}}}", "/spec/nodeSelector", "{n: m}"),
                new Case("{metadata: {finalizers: [c, a]}}", "/metadata/finalizers", "[a, b, c]"),
                new Case("{metadata: {$deleteFromPrimitiveList/finalizers: [a]}}", "/metadata/finalizers", "[b]"),
                new Case("{spec: {$retainKeys: [nodeSelector]}}", "/spec", "{nodeSelector: {k: v}}"),
                new Case(
                        "{spec: {$setElementOrder/containers: [{name: b}, {name: a}]}}",
                        "/spec/containers",
                        "[{name: b, image: y}, {name: a, image: x}]"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void listsAreMergedByTheirKeysAndDirectivesAreObeyed(Case each) {
        ObjectNode patched = StrategicMergePatch.apply(POD, object(each.patch()), LIVE);

        assertThat(patched.at(each.path()))
                .isEqualTo(object("{v: " + each.result() + "}").path("v"));
    }

    @Test
    void anUnknownDirectiveIsRefused() {
        assertThatThrownBy(() -> StrategicMergePatch.apply(POD, object("{spec: {$patch: bogus}}"), LIVE))
                .hasMessage("unknown patch type: bogus in map: map[$patch:bogus]");
    }
}
