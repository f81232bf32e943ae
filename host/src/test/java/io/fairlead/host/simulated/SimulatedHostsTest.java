package io.fairlead.host.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.host.CapturedHosts;
import io.fairlead.host.PciInventory;
import io.fairlead.host.tree.Archive;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedHostsTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void archive() throws Exception {
        Archive.write(CapturedHosts.LAB.tree(), directory.resolve("Lab.tar.gz"));
    }

    @Test
    void anArchiveIsAHostNamedAfterIt() throws Exception {
        var hosts = SimulatedHosts.read(directory.resolve("Lab.tar.gz"));
        assertThat(hosts).containsOnlyKeys("lab");
        assertThat(PciInventory.scan(SimulatedKernel.of(hosts.firstEntry().getValue())
                                .root())
                        .functions())
                .hasSize(29);
    }

    @Test
    void aListNamesSeveralThatDoNotShareAnything() throws Exception {
        Path list = Files.writeString(
                directory.resolve("hosts.txt"),
                "# two of a kind\nnode-a Lab.tar.gz\n\nnode-b  Lab.tar.gz # the other\n");
        var hosts = SimulatedHosts.read(list);
        assertThat(hosts.keySet()).containsExactly("node-a", "node-b");
        assertThat(hosts.firstEntry().getValue()).isNotSameAs(hosts.lastEntry().getValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node-a | hosts.txt:1: \"node-a\" is not a name and an archive",
                "Node_A Lab.tar.gz | no node can be named \"Node_A\"",
                "node-a no.tar.gz | no.tar.gz",
                "# nothing | names no host",
            })
    void whatIsWrongIsSaidWithItsLine(String line, String message) throws Exception {
        Path list = Files.writeString(directory.resolve("hosts.txt"), line);
        assertThatThrownBy(() -> SimulatedHosts.read(list)).hasMessageContaining(message);
    }

    @Test
    void aNameIsGivenOnce() throws Exception {
        Path list = Files.writeString(directory.resolve("hosts.txt"), "a Lab.tar.gz\na Lab.tar.gz");
        assertThatThrownBy(() -> SimulatedHosts.read(list))
                .hasMessageContaining("hosts.txt:2: there is a host a already");
    }
}
