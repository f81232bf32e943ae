package io.fairlead.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0", "1024Mi, 1Gi", "1500Mi, 1500Mi", "1000m, 1", "1500m, 1500m", "1.5, 1500m", "1.5Gi, 1536Mi", "1e3, 1e3",
        "12000, 12k", "1000000, 1M", "100n, 100n", "0.1n, 1n", "-2Ki, -2Ki", "512Ki, 512Ki", "0.5Ki, 512", "1e4, 10e3",
        "+5, 5", "1.25u, 1250n", "80Gi, 80Gi", "1100, 1100", "1073741824, 1073741824", "12e6, 12e6", "0.1m, 100u",
                "5E, 5E",
        "0Gi, 0", "1000Ki, 1000Ki", ".5, 500m"
    })
    void theTextIsCanonical(String written, String canonical) {
        assertThat(Quantity.parse(written)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "1.2.3", "Gi", "1Q", "1 Gi", "1gi", "--1", "1e", ".", "1Gii", "1e99999999999"})
    void whatIsNoAmountIsRefusedAndQuoted(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(CelFailure.class)
                .hasMessageContaining("\"" + text + "\"");
    }

    @Test
    void amountsAreEqualWhateverTheirSuffix() {
        assertThat(Quantity.parse("1Gi"))
                .isEqualTo(Quantity.parse("1024Mi"))
                .hasSameHashCodeAs(Quantity.parse("1024Mi"));
        assertThat(Quantity.parse("1Gi")).isGreaterThan(Quantity.parse("1G"));
    }

    @Test
    void onlyAmountsWithoutAFractionAreIntegers() {
        assertThat(Quantity.parse("4Gi").asInteger()).isEqualTo(4L << 30);
        assertThat(Quantity.parse("1500m").isInteger()).isFalse();
        assertThatThrownBy(() -> Quantity.parse("1.5").asInteger()).isInstanceOf(CelFailure.class);
        assertThat(Quantity.parse("1.5").roundedUp()).isEqualTo(2);
    }
}
