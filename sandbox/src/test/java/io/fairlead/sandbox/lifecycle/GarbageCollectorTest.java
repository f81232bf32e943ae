package io.fairlead.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Store;
import io.fairlead.sandbox.store.Stored;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class GarbageCollectorTest {
    private static final String TYPE = "configmaps";
    private static final String NAMESPACE = "default";
    private static final int ORPHANS = 100;

    private static final Registry REGISTRY = new Registry(BuiltIns.all(BuiltInSchemas.load(), kind -> List.of()));

    private final Store store = new Store(100);
    private final Cluster cluster = new Cluster(store, REGISTRY, Clock.systemUTC(), RandomGenerator.getDefault());
    private final GarbageCollector garbage = new GarbageCollector(cluster, new Deleter(cluster));
    private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();

    @Test
    void anOrphanStaysHoweverOftenOthersWriteItMeanwhile() throws InterruptedException {
        store.onChange(changes::add);
        AtomicBoolean enough = new AtomicBoolean();
        for (int i = 0; i < ORPHANS; i++) {
            String owner = "owner-" + i;
            String orphan = "orphan-" + i;
            Stored kept = create(owner, "finalizers", TextNode.valueOf("orphan"));
            create(orphan, "ownerReferences", reference(owner));
            follow();
            Thread writer = Thread.startVirtualThread(() -> writeUntil(enough, orphan));

            ObjectNode marked = Trees.copy(kept.tree());
            Trees.metadata(marked)
                    .put("deletionTimestamp", "2026-01-01T00:00:00Z")
                    .put("deletionGracePeriodSeconds", 0);
            store.replace(kept, marked);
            while (find(owner)) {
                follow();
            }
            enough.set(true);
            writer.join();
            follow();

            assertThat(find(orphan)).as(orphan).isTrue();
            enough.set(false);
        }
    }

    private void follow() {
        for (Change next = changes.poll(); next != null; next = changes.poll()) {
            garbage.follow(next);
        }
    }

    private void writeUntil(AtomicBoolean enough, String name) {
        for (int i = 0; !enough.get(); i++) {
            int value = i;
            store.get(TYPE, NAMESPACE, name).ifPresent(stored -> {
                ObjectNode changed = Trees.copy(stored.tree());
                changed.putObject("data").put("value", Integer.toString(value));
                store.replace(stored, changed);
            });
        }
    }

    private boolean find(String name) {
        return store.get(TYPE, NAMESPACE, name).isPresent();
    }

    private Stored create(String name, String list, JsonNode item) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata")
                .put("namespace", NAMESPACE)
                .put("name", name)
                .put("uid", "uid of " + name)
                .putArray(list)
                .add(item);
        return store.create(TYPE, NAMESPACE, name, object).orElseThrow();
    }

    private static ObjectNode reference(String owner) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("name", owner)
                .put("uid", "uid of " + owner);
    }
}
