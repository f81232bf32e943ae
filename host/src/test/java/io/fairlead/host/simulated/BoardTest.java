package io.fairlead.host.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.host.CapturedHosts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BoardTest {
    private static final int TIRED = 1000;

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void thoseWhoWaitDoNotWakeEachOther() throws Exception {
        Board board = new Board(CapturedHosts.LAB.tree());
        List<Thread> waiting = Stream.generate(() -> Thread.ofVirtual().start(() -> await(board)))
                .limit(2)
                .toList();
        for (Thread thread : waiting) {
            assertThat(thread.join(Duration.ofMillis(200)))
                    .as("ended after %s looks", looks)
                    .isFalse();
        }
        synchronized (board) {
            over.set(true);
            board.changed();
        }
        for (Thread thread : waiting) {
            assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
        }
    }

    private void await(Board board) {
        synchronized (board) {
            board.await(() -> over.get() || looks.incrementAndGet() > TIRED);
        }
    }
}
