package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code testbed up} on machines that lack something, made of this one with namespaces. */
class PrerequisitesRealTest {
    @TempDir
    private Path machine;

    @BeforeEach
    void fewTools() throws IOException {
        Script.copyTools(machine, List.of("sh", "unshare", "mount"));
    }

    @Test
    void withoutRootNodesAreRefusedInOneLine() throws Exception {
        assertThat(up(List.of("unshare", "--user"), "--nodes", "1"))
                .isEqualTo(new Script.Ran(1, "fairlead: real nodes need root for their namespaces; run as root\n"));
    }

    @Test
    void withoutGoOneLineSaysWhereToGetIt() throws Exception {
        // Where Go's own installer puts it, and so where we look besides PATH.
        String hide = "if [ -d /usr/local/go ]; then mount -t tmpfs none /usr/local/go; fi; exec \"$0\" \"$@\"";
        assertThat(up(List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", hide)))
                .isEqualTo(
                        new Script.Ran(
                                1,
                                "fairlead: Kubernetes has to be built and there is no Go; install Go 1.26 from https://go.dev/dl\n"));
    }

    private Script.Ran up(List<String> inside, String... options) throws Exception {
        List<String> command = new ArrayList<>(inside);
        command.addAll(Script.java());
        command.addAll(List.of("testbed", "up"));
        command.addAll(List.of(options));
        command.set(0, machine.resolve(command.getFirst()).toString());
        return Script.run(
                command,
                Map.of(
                        "PATH",
                        machine.toString(),
                        "XDG_CACHE_HOME",
                        machine.resolve("cache").toString()));
    }
}
