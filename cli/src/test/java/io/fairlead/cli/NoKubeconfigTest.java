package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Where a command wants a cluster and nobody says which. */
@Isolated("it sets a system property")
class NoKubeconfigTest {
    private final StringWriter err = new StringWriter();

    @Test
    void oneLineSaysWhatToDo(@TempDir Path directory) {
        Path absent = directory.resolve("absent");
        String before = System.setProperty("kubeconfig", absent.toString());
        try {
            assertThat(explain()).isEqualTo(1);
        } finally {
            if (before == null) {
                System.clearProperty("kubeconfig");
            } else {
                System.setProperty("kubeconfig", before);
            }
        }
        assertThat(explain("--kubeconfig", absent.toString())).isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly(
                        "fairlead: there is no cluster to ask: no kubeconfig was found;"
                                + " name one with --kubeconfig, or give everything in files with --offline",
                        "fairlead: " + absent + ": there is no kubeconfig to read");
    }

    private int explain(String... options) {
        String[] args = Stream.concat(Stream.of("explain", "pod", "waiting"), Stream.of(options))
                .toArray(String[]::new);
        return Fairlead.commandLine().setErr(new PrintWriter(err, true)).execute(args);
    }
}
