package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8), 0);

    private final TestingClock clock = new TestingClock();
    private final WorkQueue<String> queue = new WorkQueue<>(BACKOFF, clock, new Random(1));

    @Test
    void aKeyThatIsAddedTwiceIsHandedOutOnce() {
        queue.add("a");
        queue.add("b");
        queue.add("a");

        assertThat(next()).isEqualTo("a");
        assertThat(next()).isEqualTo("b");
        assertThat(next()).isNull();
    }

    @Test
    void aKeyThatIsAddedWhileItRunsComesAfterItIsDone() {
        queue.add("a");
        assertThat(next()).isEqualTo("a");
        queue.add("a");
        assertThat(next()).isNull();

        queue.done("a");

        assertThat(next()).isEqualTo("a");
        queue.done("a");
        assertThat(next()).isNull();
    }

    @Test
    void theEarlierTimeWinsWhicheverWasAskedFirst() {
        queue.addAfter("late", Duration.ofMinutes(5));
        queue.addAfter("late", Duration.ofMinutes(1));
        queue.addAfter("soon", Duration.ofMinutes(1));
        queue.addAfter("soon", Duration.ofMinutes(5));

        clock.advance(Duration.ofMinutes(1));

        assertThat(next()).isEqualTo("late");
        assertThat(next()).isEqualTo("soon");
        queue.done("late");
        queue.done("soon");
        clock.advance(Duration.ofHours(1));
        assertThat(next()).as("the later time is gone").isNull();
    }

    @Test
    void failuresInARowDoubleTheDelayUpToTheMostAndNeverDropTheKey() {
        queue.add("a");
        for (int seconds : new int[] {1, 2, 4, 8, 8, 8, 8}) {
            assertThat(next()).isEqualTo("a");
            queue.retry("a");
            queue.done("a");
            clock.advance(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(next()).isNull();
            clock.advance(Duration.ofMillis(1));
        }
        assertThat(next()).isEqualTo("a");
    }

    @Test
    void aChangeBringsAFailedKeyBackAtOnce() {
        queue.add("a");
        next();
        queue.retry("a");
        queue.done("a");

        queue.add("a");

        assertThat(next()).isEqualTo("a");
    }

    @Test
    void aSuccessMakesTheNextFailureTheFirst() {
        for (int i = 0; i < 5; i++) {
            queue.retry("a");
        }
        queue.forget("a");
        clock.advance(Duration.ofMinutes(1));
        next();
        queue.retry("a");
        queue.done("a");

        clock.advance(Duration.ofSeconds(1));

        assertThat(next()).isEqualTo("a");
    }

    @Test
    void theTimeAKeyWaitedIsCountedFromWhenItWasDue() {
        queue.addAfter("a", Duration.ofSeconds(3));
        clock.advance(Duration.ofSeconds(5));

        assertThat(queue.poll()).isEqualTo(new WorkQueue.Taken<>("a", Duration.ofSeconds(2)));
    }

    @Test
    void aClosedQueueHandsOutWhatIsDueThenEnds() throws InterruptedException {
        queue.add("due");
        queue.addAfter("later", Duration.ofHours(1));
        queue.close();
        queue.add("too late");

        assertThat(queue.take()).isEqualTo(new WorkQueue.Taken<>("due", Duration.ZERO));
        assertThat(queue.take()).isNull();
    }

    /** Every add must be followed by a run that begins after it, and no key may ever run twice at once. */
    @Test
    void underManyThreadsNoKeyRunsTwiceAtOnceAndNoAddIsLost() throws InterruptedException {
        int keys = 20;
        int addsPerThread = 20_000;
        WorkQueue<Integer> shared = new WorkQueue<>(
                new Backoff(Duration.ofNanos(1000), Duration.ofMillis(1), 0.5),
                InstantSource.system(),
                RandomGenerator.of("L64X128MixRandom"));
        AtomicIntegerArray wanted = new AtomicIntegerArray(keys);
        AtomicIntegerArray seen = new AtomicIntegerArray(keys);
        Set<Integer> running = ConcurrentHashMap.newKeySet();
        AtomicReference<@Nullable String> wrong = new AtomicReference<>();

        Runnable worker = () -> {
            Random random = new Random();
            try {
                WorkQueue.Taken<Integer> taken;
                while ((taken = shared.take()) != null) {
                    int key = taken.key();
                    if (!running.add(key)) {
                        wrong.set("key " + key + " ran twice at once");
                    }
                    int level = wanted.get(key);
                    LockSupport.parkNanos(1); // lets the others in
                    boolean failed = random.nextInt(4) == 0;
                    if (!failed) {
                        seen.accumulateAndGet(key, level, Math::max);
                        shared.forget(key);
                    } else {
                        shared.retry(key);
                    }
                    running.remove(key);
                    shared.done(key);
                }
            } catch (InterruptedException _) {
                wrong.set("interrupted");
            }
        };
        Thread[] workers = IntStream.range(0, 8)
                .mapToObj(_ -> Thread.startVirtualThread(worker))
                .toArray(Thread[]::new);
        CountDownLatch added = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            long seed = t;
            Thread.startVirtualThread(() -> {
                Random random = new Random(seed);
                for (int i = 0; i < addsPerThread; i++) {
                    int key = random.nextInt(keys);
                    wanted.incrementAndGet(key);
                    shared.add(key);
                }
                added.countDown();
            });
        }

        assertThat(added.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(PATIENCE)
                .until(() -> IntStream.range(0, keys).allMatch(key -> wanted.get(key) == seen.get(key)));
        shared.close();
        for (Thread thread : workers) {
            assertThat(thread.join(PATIENCE)).isTrue();
        }
        assertThat(wrong.get()).isNull();
    }

    private @Nullable String next() {
        WorkQueue.Taken<String> taken = queue.poll();
        return taken == null ? null : taken.key();
    }
}
