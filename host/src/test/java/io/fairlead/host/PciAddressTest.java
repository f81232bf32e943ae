package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PciAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"0000:00:00.0", "0000:3b:1f.7", "ffff:ff:1f.7", "10000:e1:00.0", "ffffffff:00:00.0"})
    void theKernelsFormIsReadAndWrittenBack(String text) {
        assertThat(PciAddress.parse(text)).hasToString(text);
    }

    @Test
    void capitalsAreReadAndWrittenSmall() {
        assertThat(PciAddress.parse("0000:3B:00.1")).hasToString("0000:3b:00.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3b:00.1",
                "000:3b:00.1",
                "0000:3b:00",
                "0000:3b:20.0",
                "0000:3b:00.8",
                "0000:3b:00.1 ",
                "100000000:00:00.0",
                "0000:3g:00.0"
            })
    void anythingElseIsRefusedAndQuoted(String text) {
        assertThat(PciAddress.tryParse(text)).isEmpty();
        assertThatThrownBy(() -> PciAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining('"' + text + '"');
    }

    @Test
    void partsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new PciAddress(0, 256, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PciAddress(0, 0, 32, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PciAddress(0, 0, 0, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PciAddress(1L << 32, 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PciAddress(0, -1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theOrderIsThatOfTheNumbersNotOfTheText() {
        assertThat(Stream.of("10000:00:00.0", "0000:ff:00.0", "0000:02:00.1", "0000:02:00.0", "0000:0a:00.0")
                        .map(PciAddress::parse)
                        .sorted()
                        .map(PciAddress::toString))
                .containsExactly("0000:02:00.0", "0000:02:00.1", "0000:0a:00.0", "0000:ff:00.0", "10000:00:00.0");
    }

    @Test
    void functionsOfOneSlotKnowEachOther() {
        PciAddress address = PciAddress.parse("0000:02:00.0");
        assertThat(address.withFunction(3)).hasToString("0000:02:00.3");
        assertThat(address.sharesSlotWith(address.withFunction(7))).isTrue();
        assertThat(address.sharesSlotWith(PciAddress.parse("0000:02:01.0"))).isFalse();
    }
}
