package io.fairlead.host.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
    private static final String DEEP = "sys/devices/" + "pci0000:00/".repeat(30) + "vendor";

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        MemoryTree tree = sample();
        Path file = folder.resolve("host.tar.gz");
        Archive.write(tree, file);
        assertSame(Archive.read(file), tree);
    }

    @Test
    void theSameTreeMakesTheSameBytes() throws IOException {
        Archive.write(sample(), folder.resolve("one"));
        Archive.write(sample(), folder.resolve("two"));
        assertThat(folder.resolve("one")).hasSameBinaryContentAs(folder.resolve("two"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "ustar", "pax", "v7"})
    void whatTarWritesIsRead(String format) throws Exception {
        MemoryTree tree = sample();
        if (format.equals("ustar") || format.equals("v7")) {
            // Names of that length have no place in the old formats.
            tree.remove("sys/devices").remove("sys/link");
        }
        Path from = Files.createDirectory(folder.resolve("from"));
        Unpacking.unpack(tree, from);
        Path file = folder.resolve("host.tar.gz");
        run("tar", "--format=" + format, "-czf", file.toString(), "-C", from.toString(), "./sys");
        assertSame(Archive.read(file), tree);
    }

    @Test
    void tarReadsWhatWeWrite() throws Exception {
        Path file = folder.resolve("host.tar.gz");
        Archive.write(sample(), file);
        Path to = Files.createDirectory(folder.resolve("to"));
        run("tar", "-xzf", file.toString(), "-C", to.toString());
        assertThat(to.resolve(DEEP)).hasContent("0x10de\n");
        assertThat(Files.readSymbolicLink(to.resolve("sys/link"))).hasToString("../" + DEEP);
    }

    @Test
    void aCutOffArchiveIsRefused() throws IOException {
        Path file = folder.resolve("host.tar.gz");
        Archive.write(sample(), file);
        byte[] bytes = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 20, bytes.length / 2}) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> Archive.read(file)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void junkIsRefused() throws IOException {
        byte[] junk = new byte[5000];
        new Random(3).nextBytes(junk);
        Path file = Files.write(folder.resolve("junk"), junk);
        assertThatThrownBy(() -> Archive.read(file)).hasMessageContaining("is no tar.gz archive");
        assertThatThrownBy(() -> Archive.read(gzipped(junk))).hasMessageContaining("is no tar archive");
    }

    @Test
    void aFileThatIsTooBigIsRefusedBeforeItIsRead() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        new TarWriter(tar).file("sys/huge", new byte[5 << 20]);
        assertThatThrownBy(() -> Archive.read(gzipped(tar.toByteArray())))
                .hasMessage("holds a file of more than 4,194,304 bytes");
    }

    @Test
    void pathsThatClimbOutStayInside() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(bytes);
        tar.file("../../etc/passwd", new byte[] {1});
        tar.file("/etc/shadow", new byte[] {1});
        tar.link("sys/link", "/etc/shadow");
        tar.finish();
        MemoryTree tree = Archive.read(gzipped(bytes.toByteArray()));
        assertThat(tree.paths()).containsExactly("etc", "etc/passwd", "etc/shadow", "sys", "sys/link");
        assertThat(tree.follow("sys/link")).contains("etc/shadow");
    }

    @Test
    void aFileThatIsAlsoADirectoryIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(bytes);
        tar.file("sys", new byte[] {1});
        tar.file("sys/below", new byte[] {1});
        assertThatThrownBy(() -> Archive.read(gzipped(bytes.toByteArray())))
                .hasMessageContaining("contradicts itself: sys is not a directory");
    }

    private static MemoryTree sample() {
        return new MemoryTree()
                .directory("sys/empty")
                .file(DEEP, "0x10de")
                .file("sys/exactly", new byte[512])
                .file("sys/café", "crème")
                .link("sys/link", "../" + DEEP)
                .link("sys/short", "empty");
    }

    private static void assertSame(MemoryTree actual, MemoryTree expected) throws IOException {
        assertThat(actual.paths()).isEqualTo(expected.paths());
        for (String path : expected.paths()) {
            assertThat(actual.link(path)).isEqualTo(expected.link(path));
            assertThat(actual.list(path)).isEqualTo(expected.list(path));
            if (expected.list(path).isEmpty()) {
                assertThat(actual.read(path, 9999).map(ArchiveTest::text))
                        .isEqualTo(expected.read(path, 9999).map(ArchiveTest::text));
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Path gzipped(byte[] bytes) throws IOException {
        Path file = folder.resolve("made.tar.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes);
        }
        return file;
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = text(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }
}
