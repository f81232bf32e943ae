package io.fairlead.sandbox.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.store.Store;
import io.fairlead.sandbox.store.Stored;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who deletes while others write and delete, too. */
class DeleterTest {
    private static final String NAMESPACE = "default";
    private static final String NAME = "pod";

    private static final Registry REGISTRY = new Registry(BuiltIns.all(BuiltInSchemas.load(), kind -> List.of()));

    private final ResourceType pods = REGISTRY.builtIn("pods");
    private final Store store = new Store(100);
    private final Deleter deleter =
            new Deleter(new Cluster(store, REGISTRY, Clock.systemUTC(), RandomGenerator.getDefault()));

    @BeforeEach
    void aPod() {
        store.create(pods.id(), NAMESPACE, NAME, pod("1"));
    }

    @Test
    void whatItsKubeletRemovesFirstIsDeletedAllTheSame() {
        onceMarked(store::delete);

        assertThat(deletedPod()).isEqualTo("1");
        assertThatThrownBy(this::delete).isInstanceOf(StatusException.class).hasMessageContaining("not found");
    }

    @Test
    void whatSomebodyWritesOnceItIsMarkedGoesWithIt() {
        onceMarked(marked -> {
            ObjectNode changed = Trees.copy(marked.tree());
            changed.putObject("status").put("phase", "Running");
            store.replace(marked, changed);
        });

        assertThat(deletedPod()).isEqualTo("1");
        assertThat(store.get(pods.id(), NAMESPACE, NAME)).isEmpty();
    }

    @Test
    void aPodOfTheSameNameThatCameMeanwhileStays() {
        onceMarked(marked -> {
            store.delete(marked);
            store.create(pods.id(), NAMESPACE, NAME, pod("2"));
        });

        assertThat(deletedPod()).isEqualTo("1");
        assertThat(store.get(pods.id(), NAMESPACE, NAME)).map(Stored::uid).hasValue("2");
    }

    /** Comes between the first pod's mark and its removal. */
    private void onceMarked(Consumer<Stored> interference) {
        AtomicBoolean came = new AtomicBoolean();
        store.onChange(change -> {
            Stored after = change.after();
            if (after != null && isMarked(after) && !came.getAndSet(true)) {
                interference.accept(after);
            }
        });
    }

    private static boolean isMarked(Stored pod) {
        return !Trees.meta(pod.tree(), "deletionTimestamp").isEmpty();
    }

    private String deletedPod() {
        return ((Answer.One) delete()).object().uid();
    }

    private Answer delete() {
        return deleter.delete(pods, NAMESPACE, NAME, DeleteOptions.DEFAULT);
    }

    private static ObjectNode pod(String uid) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("metadata").put("namespace", NAMESPACE).put("name", NAME).put("uid", uid);
        pod.putObject("spec");
        return pod;
    }
}
