package io.fairlead.sandbox.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VersionOrderTest {
    @Test
    void stableVersionsComeFirstAndNewerOnesBeforeOlder() {
        List<String> versions = List.of("v1alpha1", "foo", "v1beta2", "v1", "v10", "v1beta1", "v2", "v2beta1", "bar");
        assertThat(versions.stream().sorted(VersionOrder.STABLE_FIRST))
                .containsExactly("v10", "v2", "v1", "v2beta1", "v1beta2", "v1beta1", "v1alpha1", "bar", "foo");
    }
}
