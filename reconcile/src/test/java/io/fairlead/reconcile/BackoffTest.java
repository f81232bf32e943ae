package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void jitterOnlyEverShortensTheDelayAndByNoMoreThanItsShare() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 0.25);
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            assertThat(backoff.after(3, random)).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
        }
        assertThat(backoff.after(3, random)).isNotEqualTo(backoff.after(3, random));
    }

    @Test
    void aMillionFailuresStillWaitNoLongerThanTheMost() {
        Backoff backoff = new Backoff(Duration.ofMillis(5), Duration.ofHours(1), 0);
        assertThat(backoff.after(1_000_000, new Random())).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1), 0))
                .hasMessageContaining("0 < first <= most");
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1.5))
                .hasMessageContaining("jitter 1.5");
    }
}
