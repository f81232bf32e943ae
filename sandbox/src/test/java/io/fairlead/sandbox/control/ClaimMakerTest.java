package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClaimMakerTest {
    @Test
    void aShortNameIsThePodsAndTheClaims() {
        assertThat(ClaimMaker.nameBase("vm", "gpu")).isEqualTo("vm-gpu-");
    }

    @Test
    void aNameOfJustTheRightLengthIsKept() {
        assertThat(ClaimMaker.nameBase("p".repeat(50), "claim")).isEqualTo("p".repeat(50) + "-claim-");
    }

    @Test
    void tooLongANameLosesOfBothPartsInProportion() {
        // 100 + 1 + 12 + 1 = 114 characters, halved by the limit of 57.
        assertThat(ClaimMaker.nameBase("p".repeat(100), "c".repeat(12)))
                .isEqualTo("p".repeat(50) + "-" + "c".repeat(6));
    }
}
