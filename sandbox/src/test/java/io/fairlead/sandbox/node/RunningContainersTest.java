package io.fairlead.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunningContainersTest {
    private final RunningContainers containers = new RunningContainers();

    @Test
    void whatBelongsToNobodyEndsButNotWhatStartsMeanwhile() {
        containers.start("known", Map.of());
        containers.start("vanished", Map.of());

        Set<String> kept = containers.keepOnly(() -> {
            containers.start("new", Map.of());
            return Set.of("known");
        });

        assertThat(kept).containsExactly("known");
        assertThat(containers.isRunning("known")).isTrue();
        assertThat(containers.isRunning("vanished")).isFalse();
        assertThat(containers.isRunning("new")).isTrue();
    }
}
