package io.fairlead.contract.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The same cases to Kubernetes' allocator and to ours: {@code -Dfairlead.cases=N -Dfairlead.seed=S} for more, or again. */
class AllocatorDifferentialRealTest {
    @Test
    void randomCasesGetTheAnswerThatKubernetesGives() throws IOException {
        int cases = Integer.getInteger("fairlead.cases", 3000);
        long seed = Long.getLong("fairlead.seed", RandomGenerator.getDefault().nextInt(1_000_000) * 1_000_000L);
        try (AllocatorReference reference = new AllocatorReference("-limit", "2s")) {
            Comparison comparison = new Comparison(reference);
            for (long i = 0; i < cases; i++) {
                comparison.compare(CaseGenerator.of(seed + i));
            }
            assertThat(comparison.mismatches())
                    .as("replay one with -Dfairlead.cases=1 -Dfairlead.seed=SEED")
                    .isEmpty();
            assertThat(comparison.outcomes())
                    .as("every outcome is exercised")
                    .containsKeys("allocated", "unallocatable", "error")
                    .doesNotContainKey("panic");
            System.out.println("allocator: " + cases + " cases from seed " + seed + " agree: " + comparison.outcomes());
        }
    }
}
