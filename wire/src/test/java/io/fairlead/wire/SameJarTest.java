package io.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.wire.dra.v1.Claim;
import org.junit.jupiter.api.Test;

/** The same sources make the same jar, in a first build and in a later one. */
class SameJarTest {
    @Test
    void whatOnlyAFirstBuildWouldPutThereIsNotInIt() {
        assertThat(Claim.class.getResource("/kubelet/dra_v1.proto"))
                .as("what an older version of this project has left in wire/target goes with ./check")
                .isNull();
    }
}
