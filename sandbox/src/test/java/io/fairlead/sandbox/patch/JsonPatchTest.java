package io.fairlead.sandbox.patch;

import static io.fairlead.sandbox.schema.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.StatusException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPatchTest {
    private static final ObjectNode OBJECT = object("{data: {a: '1', 'b/c': '2'}, list: [x, y]}");

    record Case(String patch, String result) {}

    static List<Case> cases() {
        return List.of(
                new Case("{op: add, path: /data/n, value: 3}", "{data: {a: '1', 'b/c': '2', n: 3}, list: [x, y]}"),
                new Case("{op: remove, path: /data/b~1c}", "{data: {a: '1'}, list: [x, y]}"),
                new Case("{op: replace, path: /list/1, value: z}", "{data: {a: '1', 'b/c': '2'}, list: [x, z]}"),
                new Case("{op: add, path: /list/0, value: w}", "{data: {a: '1', 'b/c': '2'}, list: [w, x, y]}"),
                new Case("{op: add, path: /list/-, value: z}", "{data: {a: '1', 'b/c': '2'}, list: [x, y, z]}"),
                new Case("{op: move, from: /data/a, path: /data/z}", "{data: {z: '1', 'b/c': '2'}, list: [x, y]}"),
                new Case(
                        "{op: copy, from: /list, path: /more}",
                        "{data: {a: '1', 'b/c': '2'}, list: [x, y], more: [x, y]}"),
                new Case(
                        "{op: replace, path: /data/absent, value: 1}",
                        "{data: {a: '1', 'b/c': '2', absent: 1}, list: [x, y]}"),
                new Case("{op: test, path: /data/a, value: '1'}", "{data: {a: '1', 'b/c': '2'}, list: [x, y]}"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anOperationChangesACopy(Case each) {
        ObjectNode before = OBJECT.deepCopy();

        assertThat(JsonPatch.apply(patch(each.patch()), OBJECT)).isEqualTo(object(each.result()));
        assertThat(OBJECT).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{op: test, path: /data/a, value: '2'}",
                "{op: remove, path: /data/absent}",
                "{op: add, path: /absent/x, value: 1}",
                "{op: add, path: /list/5, value: 1}",
                "{op: replace, path: /list/2, value: 1}",
                "{op: nope, path: /data}",
                "{op: add, path: data, value: 1}",
                "{op: add}",
                "{op: move, from: /data/absent, path: /x}"
            })
    void anOperationThatCannotBeDoneIsRefusedWithoutDetails(String operation) {
        assertThatThrownBy(() -> JsonPatch.apply(patch(operation), OBJECT))
                .isInstanceOf(StatusException.class)
                .hasMessage("the server rejected our request due to an error in our request")
                .extracting(e -> ((StatusException) e).code())
                .isEqualTo(422);
    }

    @Test
    void aPatchThatIsNoListIsABadRequest() {
        assertThatThrownBy(() -> JsonPatch.apply(object("{a: 1}"), OBJECT))
                .hasMessage(
                        "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp");
    }

    @Test
    void aMergePatchMergesObjectsAndRemovesByNull() {
        assertThat(MergePatch.apply(object("{data: {a: null, n: {m: 1}}, list: [z]}"), OBJECT))
                .isEqualTo(object("{data: {'b/c': '2', n: {m: 1}}, list: [z]}"));
    }

    private static JsonNode patch(String operation) {
        return object("{p: [" + operation + "]}").path("p");
    }
}
