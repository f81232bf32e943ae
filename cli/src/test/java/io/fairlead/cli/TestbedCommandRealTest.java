package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.TestbedOptions;
import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestbedCommandRealTest {
    @Test
    void aClusterOutlivesTheCommandThatStartedItAndIsEndedByAnother() throws IOException {
        Optional<String> missing = Testbed.missing(TestbedOptions.defaultVersion(), 1);
        assumeTrue(missing.isEmpty() || "true".equals(System.getenv("CI")), missing::orElseThrow);
        assumeFalse(fairlead("status").succeeded(), "somebody works on a testbed here, which this test would end");
        Path kubeconfig;
        String cluster;
        try {
            Command.Result up = fairlead("up", "--nodes", "1");
            assertThat(up.output()).contains("export KUBECONFIG=").contains("get nodes");
            assertThat(up.status()).isZero();
            kubeconfig = Path.of(up.output().replaceAll("(?s).*export KUBECONFIG=(\\S+).*", "$1"));
            cluster = Files.readString(kubeconfig);

            Command.Result status = fairlead("status");
            assertThat(status.output())
                    .contains("etcd, kube-apiserver, kube-controller-manager, kube-scheduler, node-1");
            assertThat(status.status()).isZero();

            // The very command that it told us to type next.
            String next = up.output()
                    .lines()
                    .filter(line -> line.endsWith("get nodes"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Command.require(next.strip().split(" "))).containsPattern("node-1 +Ready");

            Command.Result again = fairlead("up");
            assertThat(again.status()).isEqualTo(1);
            assertThat(again.output()).contains("running already").contains("testbed down");
        } finally {
            assertThat(fairlead("down").status()).isZero();
        }
        assertThat(fairlead("status").status()).isEqualTo(1);
        assertThat(found(kubeconfig)).as("a later cluster may have its place").isNotEqualTo(cluster);
    }

    private static String found(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException _) {
            return "";
        }
    }

    private static Command.Result fairlead(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Fairlead.class.getName(),
                "testbed"));
        command.addAll(List.of(arguments));
        return Command.run(command);
    }
}
