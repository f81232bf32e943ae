package io.fairlead.sandbox.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StoreTest {
    private static final int HISTORY = 3;

    private final Store store = new Store(HISTORY);

    @Test
    void aNameIsTakenOnlyOnce() {
        assertThat(store.create("pods", "a", "x", object("one"))).isPresent();
        assertThat(store.create("pods", "a", "x", object("two"))).isEmpty();
        assertThat(store.create("pods", "b", "x", object("three"))).isPresent();
    }

    @Test
    void aWriterWithAnOldCopyLoses() {
        Stored first = create("x");
        Stored second = store.replace(first, object("mine")).orElseThrow();
        assertThat(store.replace(first, object("late"))).isEmpty();
        assertThat(store.delete(first)).isEmpty();
        assertThat(store.delete(second)).isPresent();
    }

    @Test
    void everyWriteHasItsOwnVersionAndLeavesTheWritersTreeAlone() {
        ObjectNode tree = object("one");
        Stored stored = store.create("pods", "a", "x", tree).orElseThrow();
        assertThat(Trees.meta(stored.tree(), "resourceVersion")).isEqualTo(Long.toString(stored.version()));
        assertThat(Trees.meta(tree, "resourceVersion")).isEmpty();
        assertThat(create("y").version()).isGreaterThan(stored.version());
    }

    @Test
    void aListOfOneNamespaceHasNoNeighbours() {
        store.create("pods", "a", "x", object(""));
        store.create("pods", "a-b", "x", object(""));
        store.create("pods", "a0", "x", object(""));
        assertThat(store.list("pods", "a").objects())
                .extracting(Stored::namespace)
                .containsExactly("a");
        assertThat(store.list("pods", "").objects())
                .extracting(Stored::namespace)
                .containsExactly("a-b", "a", "a0");
    }

    @Test
    void thePastIsListedAsItWas() {
        Stored x = create("x");
        Stored y = create("y");
        long then = store.version();
        store.replace(x, object("changed"));
        store.delete(y);
        create("z");
        Snapshot past = store.listAt("pods", "a", then).orElseThrow();
        assertThat(past.objects()).containsExactly(x, y);
        assertThat(store.list("pods", "a").objects()).extracting(Stored::name).containsExactly("x", "z");
    }

    @Test
    void historyIsForgottenFromItsOldEnd() {
        long start = store.version();
        for (int i = 0; i <= HISTORY; i++) {
            create("pod-" + i);
        }
        assertThat(store.changeAt("pods", start)).isEmpty();
        assertThat(store.listAt("pods", "", start)).isEmpty();
        Change reachable = store.changeAt("pods", store.floor("pods")).orElseThrow();
        int following = 0;
        for (Change next = reachable.next(); next != null; next = next.next()) {
            following++;
        }
        assertThat(following).isEqualTo(HISTORY);
    }

    @Test
    void aWaitingReaderIsWokenByTheNextChangeAndByTheEnd() throws InterruptedException {
        Change last = store.list("pods", "").last();
        Thread writer = Thread.startVirtualThread(() -> create("x"));
        store.awaitNext(last, TimeUnit.MINUTES.toNanos(1), () -> false);
        writer.join();
        assertThat(last.next()).isNotNull();
        Change newest = store.list("pods", "").last();
        Thread closer = Thread.startVirtualThread(store::close);
        store.awaitNext(newest, TimeUnit.MINUTES.toNanos(1), () -> false);
        closer.join();
        assertThat(store.closed()).isTrue();
    }

    @Test
    void aReaderWhoWaitsAlreadyGivesUpWhenItIsWokenForThat() throws InterruptedException {
        Change last = store.list("pods", "").last();
        AtomicBoolean givenUp = new AtomicBoolean();
        CountDownLatch asked = new CountDownLatch(1);
        Thread reader = Thread.startVirtualThread(() -> {
            try {
                store.awaitNext(last, Long.MAX_VALUE, () -> {
                    asked.countDown();
                    return givenUp.get();
                });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        asked.await();

        givenUp.set(true);
        store.wake();

        assertThat(reader.join(Duration.ofMinutes(2))).isTrue();
    }

    private Stored create(String name) {
        return store.create("pods", "a", name, object(name)).orElseThrow();
    }

    private static ObjectNode object(String value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata");
        return object.put("value", value);
    }
}
