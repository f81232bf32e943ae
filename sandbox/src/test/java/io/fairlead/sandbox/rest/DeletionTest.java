package io.fairlead.sandbox.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DeletionTest {
    private static final Registry REGISTRY = new Registry(BuiltIns.all(BuiltInSchemas.load(), kind -> List.of()));
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aPodOnANodeIsMarkedAndWaitsForItsKubelet() {
        Deletion step = next("pods", pod("n1"), DeleteOptions.DEFAULT);
        ObjectNode marked = ((Deletion.Mark) step).marked();
        assertThat(Trees.meta(marked, "deletionTimestamp")).isEqualTo("2026-01-01T00:00:30Z");
        assertThat(next("pods", marked, DeleteOptions.DEFAULT)).isInstanceOf(Deletion.Wait.class);
        assertThat(next("pods", marked, grace(0))).isInstanceOf(Deletion.Remove.class);
    }

    @Test
    void aPodThatNobodyRunsGoesAtOnce() {
        assertThat(next("pods", pod(""), grace(60))).isInstanceOf(Deletion.Remove.class);
    }

    @Test
    void aRunningGracePeriodOnlyGetsShorter() {
        ObjectNode marked = ((Deletion.Mark) next("pods", pod("n1"), grace(30))).marked();
        assertThat(next("pods", marked, grace(40))).isInstanceOf(Deletion.Wait.class);
        ObjectNode shorter = ((Deletion.Mark) next("pods", marked, grace(5))).marked();
        assertThat(Trees.metadata(shorter).path("deletionGracePeriodSeconds").asInt())
                .isEqualTo(5);
        assertThat(Trees.meta(shorter, "deletionTimestamp")).isEqualTo("2026-01-01T00:00:05Z");
    }

    @Test
    void aFinalizerHoldsAnObject() {
        ObjectNode map = object();
        ((ObjectNode) map.get("metadata")).putArray("finalizers").add("example.com/hold");
        ObjectNode marked = ((Deletion.Mark) next("configmaps", map, DeleteOptions.DEFAULT)).marked();
        assertThat(Trees.meta(marked, "deletionTimestamp")).isEqualTo(NOW.toString());
        assertThat(Trees.metadata(marked).path("deletionGracePeriodSeconds").asInt(-1))
                .isZero();
    }

    @Test
    void propagationBecomesAFinalizer() {
        ObjectNode marked = ((Deletion.Mark) next("configmaps", object(), propagation("Foreground"))).marked();
        assertThat(Trees.contains(Trees.metadata(marked), "finalizers", "foregroundDeletion"))
                .isTrue();
        ObjectNode orphaned = ((Deletion.Mark) next("configmaps", marked, propagation("Orphan"))).marked();
        assertThat(Trees.metadata(orphaned).path("finalizers")).hasSize(1);
        assertThat(Trees.contains(Trees.metadata(orphaned), "finalizers", "orphan"))
                .isTrue();
        assertThat(next("configmaps", orphaned, propagation("Background"))).isInstanceOf(Deletion.Remove.class);
    }

    @Test
    void aNamespaceIsAnnouncedFirst() {
        ObjectNode namespace = object();
        namespace.putObject("spec").putArray("finalizers").add("kubernetes");
        ObjectNode marked = ((Deletion.Mark) next("namespaces", namespace, DeleteOptions.DEFAULT)).marked();
        assertThat(marked.path("status").path("phase").asText()).isEqualTo("Terminating");
        assertThat(next("namespaces", marked, DeleteOptions.DEFAULT)).isInstanceOf(Deletion.Mark.class);
    }

    private static Deletion next(String type, ObjectNode object, DeleteOptions options) {
        ResourceType found = REGISTRY.builtIn(type);
        return Deletion.next(found, object, options, NOW);
    }

    private static DeleteOptions grace(long seconds) {
        return new DeleteOptions(OptionalLong.of(seconds), "", "", "", false);
    }

    private static DeleteOptions propagation(String policy) {
        return new DeleteOptions(OptionalLong.empty(), "", "", policy, false);
    }

    private static ObjectNode object() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata").put("name", "x");
        return object;
    }

    private static ObjectNode pod(String node) {
        ObjectNode pod = object();
        pod.putObject("spec").put("nodeName", node).put("terminationGracePeriodSeconds", 30);
        return pod;
    }
}
