package io.fairlead.sandbox.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class GeneratedNameTest {
    private static final int SEED = 5;

    private final RandomGenerator random = new Random(SEED);

    @Test
    void itBeginsAsAskedAndFitsIntoALabel() {
        assertThat(GeneratedName.from("pod-", _ -> false, random)).matches("pod-[a-z0-9]{5}");
        assertThat(GeneratedName.from("p".repeat(63), _ -> false, random)).matches("p{58}[a-z0-9]{5}");
    }

    @Test
    void oneThatIsTakenIsNotTakenAgain() {
        String taken = GeneratedName.from("pod-", _ -> false, new Random(SEED));
        assertThat(GeneratedName.from("pod-", taken::equals, random))
                .startsWith("pod-")
                .isNotEqualTo(taken);
    }

    @Test
    void whereAllAreTakenItGivesUp() {
        assertThat(GeneratedName.from("pod-", _ -> true, random)).startsWith("pod-");
    }
}
