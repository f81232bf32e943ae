package io.fairlead.testbed.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
    @TempDir
    private Path folder;

    @Test
    void theSystemsTarUnpacksIt() throws IOException {
        byte[] content = "x".repeat(1000).getBytes(StandardCharsets.US_ASCII);
        byte[] archive = new Tar()
                .folder("bin")
                .file("bin/tool", 0755, content)
                .link("bin/alias", "tool")
                .file("empty", "")
                .bytes();
        Path file = Files.write(folder.resolve("a.tar"), archive);
        Command.require("tar", "-C", folder.toString(), "-xf", file.toString());
        assertThat(folder.resolve("bin/tool")).hasBinaryContent(content).isExecutable();
        assertThat(Files.readSymbolicLink(folder.resolve("bin/alias"))).hasToString("tool");
        assertThat(folder.resolve("empty")).isEmptyFile();
    }

    @Test
    void aNameThatDoesNotFitIsRefused() {
        Tar tar = new Tar();
        assertThatThrownBy(() -> tar.folder("a".repeat(100)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long");
    }
}
