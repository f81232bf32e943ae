package io.fairlead.sandbox.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeReaderTest {
    @Test
    void aFieldThatIsThereTwiceIsReportedAndItsLastValueCounts() throws IOException {
        TreeReader.Tree tree = TreeReader.read("{\"a\":[{\"b\":1,\"b\":2.5}],\"c\":1,\"c\":null}".getBytes(UTF_8));

        assertThat(tree.duplicateFields()).containsExactly("a[0].b", "c");
        assertThat(tree.root().toString()).isEqualTo("{\"a\":[{\"b\":2.5}],\"c\":null}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"a\":}", "{} {}", "nope", "[1"})
    void textThatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> TreeReader.read(text.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }
}
