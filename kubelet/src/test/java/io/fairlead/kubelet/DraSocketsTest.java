package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DraSocketsTest {
    private static final String UID = "7f1d7e2c-9a3b-4f57-9c12-0f6f1f3b2a11";

    record NameCase(String driver, Optional<String> uid, String dra, String registration) {}

    static final List<NameCase> NAMES = List.of(
            new NameCase("gpu.example.com", Optional.empty(), "dra.sock", "gpu.example.com-reg.sock"),
            new NameCase(
                    "gpu.example.com",
                    Optional.of(UID),
                    "dra-" + UID + ".sock",
                    "gpu.example.com-" + UID + "-reg.sock"),
            new NameCase(
                    "a-driver-of-some-length.gpu.example.com",
                    Optional.of(UID),
                    "dra-aU0dfkmj.sock",
                    "a-driver-of-some-length.gpu.example.com-aU0dfkmjQAs-reg.sock"),
            new NameCase(
                    "the-longest-name.that-a-driver-may-have.sixty-three.example.com",
                    Optional.of(UID),
                    "dra-aU0dfkmj.sock",
                    "dra-pVbWnoSpczAqAGzGdsTDRg-reg.sock"));

    @ParameterizedTest
    @FieldSource("NAMES")
    void instancesSideBySideHaveNamesThatFit(NameCase asked) {
        DraSockets sockets = DraSockets.of(KubeletFolder.standard(), asked.driver(), asked.uid());
        assertThat(sockets.dra().path()).isEqualTo(Path.of("/var/lib/kubelet/plugins", asked.driver(), asked.dra()));
        assertThat(sockets.registration().path())
                .isEqualTo(Path.of("/var/lib/kubelet/plugins_registry", asked.registration()));
    }

    @Test
    void aNameThatFitsHereMustFitOnTheNodeToo() {
        KubeletFolder longer = new KubeletFolder(Path.of("/k"), Path.of("/var/lib/" + "kubelet".repeat(6)));
        DraSockets sockets = DraSockets.of(longer, "gpu.example.com", Optional.of(UID));
        assertThat(sockets.registration().path().getFileName()).hasToString("gpu.example.com-aU0dfkmjQAs-reg.sock");
    }

    @Test
    void aFolderThatNoNameFitsIntoIsRefused() {
        KubeletFolder deep = KubeletFolder.at(Path.of("/" + "deep/".repeat(20)));
        assertThatThrownBy(() -> DraSockets.of(deep, "gpu.example.com", Optional.of(UID)))
                .hasMessageContaining("at most 107");
    }
}
