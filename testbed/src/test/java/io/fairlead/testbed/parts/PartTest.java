package io.fairlead.testbed.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PartTest {
    private record Source(Part part, String requirement) {}

    private static final List<Source> SOURCES = List.of(
            new Source(Part.ETCD, "go.etcd.io/etcd/server/v3 v3.7.3"),
            new Source(Part.CONTAINERD, "github.com/containerd/containerd/v2 v2.4.2"),
            new Source(Part.RUNC, "github.com/opencontainers/runc v1.5.2"),
            new Source(Part.CNI, "github.com/containernetworking/plugins v1.9.1"),
            new Source(Part.kubernetes("1.36.3"), "k8s.io/kubernetes v1.36.3"),
            new Source(Part.kubernetes("1.34.4"), "k8s.io/kubernetes v1.34.4"));

    @TestFactory
    Stream<DynamicTest> theVersionThatWeNameIsTheOneThatGoBuilds() {
        return SOURCES.stream()
                .map(source -> DynamicTest.dynamicTest(source.requirement(), () -> {
                    assertThat(text(source.part(), "go.mod")).contains(source.requirement());
                    assertThat(text(source.part(), "go.sum")).contains(source.requirement() + " h1:");
                    assertThat(source.requirement())
                            .endsWith(" v" + source.part().version());
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyToolIsABinaryThatWeExpect() {
        return SOURCES.stream()
                .map(source -> DynamicTest.dynamicTest(
                        source.part().name(),
                        () -> assertThat(tools(source.part()))
                                .containsExactlyInAnyOrderElementsOf(
                                        source.part().binaries().keySet())));
    }

    @Test
    void anUnknownVersionOfKubernetesNamesTheKnownOnes() {
        assertThatThrownBy(() -> Part.kubernetes("1.30.0"))
                .isInstanceOf(MissingPrerequisite.class)
                .hasMessageContaining("1.30.0")
                .hasMessageContaining("1.36.3, 1.34.4");
    }

    @Test
    void otherFlagsMakeAnotherFolder() {
        Progress silent =
                new Progress(new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8), false);
        Parts parts = new Parts(new Cache(Path.of("/cache"), silent));
        Part plain = Part.RUNC;
        Part other = new Part(plain.name(), plain.version(), List.of(), plain.binaries(), plain.packages());
        assertThat(parts.folder(plain)).isNotEqualTo(parts.folder(other));
        assertThat(parts.folder(plain).toString()).matches("/cache/runc-1\\.5\\.2-[0-9a-f]{12}");
    }

    /** The last word of a package's path, or the one before it where that is only a version. */
    private static List<String> tools(Part part) {
        String mod = text(part, "go.mod");
        return mod.lines()
                .map(String::strip)
                .map(line -> line.startsWith("tool ") ? line.substring("tool ".length()) : line)
                .filter(line -> !line.contains(" ") && line.contains("/"))
                .map(path -> path.replaceFirst("/v\\d+$", "").replaceFirst(".*/", ""))
                .toList();
    }

    private static String text(Part part, String file) {
        return new String(part.resource(file), StandardCharsets.UTF_8);
    }
}
