package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
    private final FileStore store = new DurableFiles();

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadBackAndReplacedAsAWhole() throws IOException {
        Path file = folder.resolve("state");
        store.write(file, bytes("a long first content"));
        store.write(file, bytes("second"));
        assertThat(store.read(file))
                .hasValueSatisfying(content -> assertThat(content).isEqualTo(bytes("second")));
        assertThat(folder.toFile().list()).containsExactly("state");
    }

    @Test
    void replaceableFilesAreReplacedAsAWholeToo() throws IOException {
        Path file = folder.resolve("a/state");
        store.replaceable().write(file, bytes("a long first content"));
        store.replaceable().write(file, bytes("second"));
        assertThat(file).hasContent("second");
        assertThat(folder.resolve("a").toFile().list()).containsExactly("state");
        store.replaceable().delete(file);
        assertThat(file).doesNotExist();
    }

    @Test
    void foldersOnTheWayAreMadeAndEverybodyMayRead() throws IOException {
        Path file = folder.resolve("a/b/state");
        store.write(file, bytes("x"));
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(Files.getPosixFilePermissions(folder.resolve("a")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void aWriteThatFailsLeavesTheOldContentAndNothingElse() throws IOException {
        Path inTheWay = folder.resolve("state");
        Files.createDirectories(inTheWay.resolve("full"));
        assertThatThrownBy(() -> store.write(inTheWay, bytes("x"))).isInstanceOf(IOException.class);
        assertThat(inTheWay).isDirectory();
        assertThat(folder.toFile().list()).containsExactly("state");
    }

    @Test
    void whatACrashLeftHalfWrittenIsNotListedAndNotInTheWay() throws IOException {
        Path file = folder.resolve("state");
        Files.writeString(folder.resolve(".state.half-written"), "ha");
        assertThat(store.list(folder)).isEmpty();
        store.write(file, bytes("whole"));
        assertThat(store.list(folder)).containsExactly(file);
        assertThat(file).hasContent("whole");
    }

    @Test
    void whatIsNotThereCanBeReadListedAndDeleted() throws IOException {
        Path nowhere = folder.resolve("no/where");
        assertThat(store.read(nowhere)).isEqualTo(Optional.empty());
        assertThat(store.list(nowhere)).isEmpty();
        store.delete(nowhere);
    }

    @Test
    void onlyEmptyFoldersAreDeleted() throws IOException {
        Path file = folder.resolve("a/state");
        store.write(file, bytes("x"));
        assertThatThrownBy(() -> store.delete(folder.resolve("a"))).isInstanceOf(IOException.class);
        store.delete(file);
        store.delete(folder.resolve("a"));
        assertThat(folder).isEmptyDirectory();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
