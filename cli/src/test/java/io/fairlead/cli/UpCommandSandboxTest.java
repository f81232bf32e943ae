package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.host.simulated.SampleMachine;
import io.fairlead.host.tree.Archive;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                .contains(
                        "by DRA; its container sees PCI_RESOURCE_DEVICE_GPU=0000:3b:00.0, /dev/vfio/vfio, /dev/vfio/11",
                        "pod card runs on node-1, by device plugin; its container sees"
                                + " MULTIFUNCTION_PCI_RESOURCE_INTEL_COM_ETHERNET_CONTROLLER_10GIGABIT_X540AT2=0000:af:00.0,"
                                + " /dev/vfio/vfio, /dev/vfio/17, /dev/vfio/18",
                        "PCI_RESOURCE_DEVICE_NIC=0000:5e:10.")
                .containsSubsequence(
                        "runs at http://127.0.0.1:",
                        "2 simulated machines and their agents: node-1, node-2",
                        "created DeviceClass gpu",
                        "created Pod greedy",
                        "pod greedy waits: 0/2 nodes are available",
                        "Next, in another terminal:",
                        "export KUBECONFIG=" + kubeconfig,
                        "kubectl get pods",
                        "kubectl delete pod gpu",
                        "fairlead explain pod greedy");
    }

    @Test
    void upSimulatesCapturedMachinesAndKeepsTheirFiles() throws Exception {
        Path archive = directory.resolve("gpu-server.tar.gz");
        Archive.write(SampleMachine.tree(), archive);
        Path list = directory.resolve("hosts");
        Files.writeString(list, "rack-a gpu-server.tar.gz\nrack-b gpu-server.tar.gz # the same again\n");
        Path manifest = directory.resolve("map.yaml");
        Files.writeString(manifest, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n");
        Path kept = directory.resolve("kept");

        assertThat(run(
                        "up",
                        "--exit",
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--hosts",
                        list.toString(),
                        "-f",
                        manifest.toString(),
                        "--keep",
                        kept.toString()))
                .isZero();

        assertThat(err.toString())
                .contains("agents: rack-a, rack-b", "created ConfigMap mine")
                .doesNotContain("Pod gpu");
        assertThat(kept.resolve("rack-b/agent")).isNotEmptyDirectory();
    }

    /** With {@code DIR} for the test's own folder. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hosts /no/such.tar.gz | --hosts /no/such.tar.gz: there is no such file or directory",
                "--hosts DIR/junk.tar.gz | junk.tar.gz",
                "--hosts DIR/nothing | names no host; a line has a name and an archive",
                "--hosts DIR/one.tar.gz --hosts DIR/one.tar.gz | there is a machine one already; give each its own name",
                "-f /no/such.yaml | /no/such.yaml: there is no such file",
                "-f DIR/junk.yaml | junk.yaml, line 1, column",
                "-f DIR/nothing.yaml | a Kubernetes object has an apiVersion and a kind",
                "--keep DIR/junk.yaml | --keep DIR/junk.yaml: it is not a folder",
                "--keep DIR | --keep DIR: there is something in it already; name a new folder"
            })
    void upRefusesWhatItCannotUseBeforeItStartsAnything(String options, String words) throws Exception {
        Archive.write(SampleMachine.tree(), directory.resolve("one.tar.gz"));
        Files.writeString(directory.resolve("junk.tar.gz"), "no archive");
        Files.writeString(directory.resolve("nothing"), "# only a comment");
        Files.writeString(directory.resolve("junk.yaml"), "{[");
        Files.writeString(directory.resolve("nothing.yaml"), "7");
        String here = directory.toString();
        List<String> arguments = new ArrayList<>(List.of("up", "--exit", "--kubeconfig", kubeconfig.toString()));
        arguments.addAll(List.of(options.replace("DIR", here).split(" ")));

        assertThat(run(arguments.toArray(String[]::new))).isEqualTo(1);

        assertThat(err.toString()).contains(words.replace("DIR", here)).doesNotContain("sandbox runs");
        assertThat(kubeconfig).doesNotExist();
    }

    @Test
    void anObjectThatTheClusterRefusesIsNamed() throws Exception {
        Path manifest = Files.writeString(
                directory.resolve("pod.yaml"), "{apiVersion: v1, kind: Pod, metadata: {name: Bad_Name}, spec: {}}");

        assertThat(run("up", "--exit", "--kubeconfig", kubeconfig.toString(), "-f", manifest.toString()))
                .isEqualTo(1);

        assertThat(err.toString()).contains("pod.yaml: Pod Bad_Name: ");
    }

    @Test
    void aSandboxServesItsNodesUntilItIsStopped() throws Exception {
        FutureTask<Integer> command =
                new FutureTask<>(() -> run("sandbox", "--nodes", "3", "--kubeconfig", kubeconfig.toString()));
        Thread thread = Thread.ofPlatform().start(command);
        await().atMost(Duration.ofMinutes(2)).until(() -> err.toString().contains("Ctrl-C"));
        Config config = new ConfigBuilder(Config.fromKubeconfig(Files.readString(kubeconfig))).build();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            assertThat(client.nodes().list().getItems())
                    .extracting(node -> node.getMetadata().getName())
                    .containsExactly("node-1", "node-2", "node-3");
        }

        thread.interrupt();

        assertThat(command.get(2, TimeUnit.MINUTES)).isZero();
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
