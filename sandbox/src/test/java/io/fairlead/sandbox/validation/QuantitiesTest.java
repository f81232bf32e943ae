package io.fairlead.sandbox.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1000m, 1",
        "1500m, 1500m",
        "0.5, 500m",
        "1.5Gi, 1536Mi",
        "1024Mi, 1Gi",
        "1073741824, 1073741824",
        "1000, 1k",
        "12e6, 12e6",
        "0.1m, 100u",
        "5E, 5E",
        "0, 0",
        "0Gi, 0",
        "-1, -1",
        "1Ki, 1Ki",
        "1000Ki, 1000Ki",
        "100M, 100M",
        "0.5Ki, 512",
        ".5, 500m"
    })
    void aQuantityHasOneCanonicalText(String text, String canonical) {
        assertThat(Quantities.canonical(text)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1.2.3", "1 Gi", "Gi", "1Q"})
    void otherTextIsNoQuantity(String text) {
        assertThat(Quantities.canonical(text)).isNull();
    }
}
