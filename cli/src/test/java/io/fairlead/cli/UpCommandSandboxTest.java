package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that run a sandbox: {@code up} and {@code sandbox}. */
class UpCommandSandboxTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path kubeconfig;

    private final StringWriter err = new StringWriter();

    @BeforeEach
    void chooseAFile() {
        kubeconfig = directory.resolve("sandbox.kubeconfig");
    }

    @Test
    void upTellsTheWayOfADeviceIntoAPodAndWhatToTypeNext() {
        assertThat(run("up", "--exit", "--kubeconfig", kubeconfig.toString())).isZero();

        assertThat(err.toString())
                .containsSubsequence(
                        "runs at http://127.0.0.1:",
                        "created DeviceClass simulated-gpu",
                        "created Pod demo",
                        "was made from the template",
                        "was allocated: device gpu-0 of pool node-1, driver simulated.fairlead.io",
                        "pod demo was scheduled to node-1",
                        "pod demo is Running",
                        "Next, in another terminal:",
                        "export KUBECONFIG=" + kubeconfig,
                        "kubectl get pods",
                        "kubectl describe pod demo",
                        "kubectl delete pod demo");
    }

    @Test
    void aSandboxServesItsNodesUntilItIsStopped() throws Exception {
        FutureTask<Integer> command =
                new FutureTask<>(() -> run("sandbox", "--nodes", "3", "--kubeconfig", kubeconfig.toString()));
        Thread thread = Thread.ofPlatform().start(command);
        await().atMost(Duration.ofSeconds(30)).until(() -> err.toString().contains("Ctrl-C"));
        Config config = new ConfigBuilder(Config.fromKubeconfig(Files.readString(kubeconfig))).build();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            assertThat(client.nodes().list().getItems())
                    .extracting(node -> node.getMetadata().getName())
                    .containsExactly("node-1", "node-2", "node-3");
        }

        thread.interrupt();

        assertThat(command.get(30, TimeUnit.SECONDS)).isZero();
        assertThat(Files.getPosixFilePermissions(kubeconfig)).hasSize(2);
        assertThat(err.toString()).contains("3 simulated nodes", "kubectl get nodes", "stopped");
    }

    @Test
    void aBusyPortIsOneLineThatSaysWhatToDo() throws IOException {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(busy.getLocalPort());

            assertThat(run("sandbox", "--port", port, "--kubeconfig", kubeconfig.toString()))
                    .isEqualTo(1);

            assertThat(err.toString().lines()).singleElement().asString().contains(port, "choose another port");
        }
        assertThat(kubeconfig).doesNotExist();
    }

    @Test
    void aKubeconfigOfYourOwnIsNeverOverwritten() throws IOException {
        Files.writeString(kubeconfig, "apiVersion: v1\n");

        assertThat(run("up", "--exit", "--kubeconfig", kubeconfig.toString())).isEqualTo(1);

        assertThat(err.toString()).contains("not overwritten", "--kubeconfig");
        assertThat(kubeconfig).hasContent("apiVersion: v1\n");
    }

    @Test
    void numbersThatCannotBeAreWrongUsage() {
        assertThat(run("sandbox", "--nodes", "1000", "--kubeconfig", kubeconfig.toString()))
                .isEqualTo(2);
        assertThat(run("up", "--port", "70000", "--kubeconfig", kubeconfig.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("1000 nodes: want 0 to 250", "port 70000: want 0 to 65535");
    }

    private int run(String... args) {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
