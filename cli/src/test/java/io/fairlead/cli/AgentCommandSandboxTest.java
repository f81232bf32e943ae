package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentCommandSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final StringWriter err = new StringWriter();

    @Test
    void anAgentWhoseApiServerIsAwaySaysSoAndWaitsForIt() throws Exception {
        // Bound, so that nobody else is given the port, but not listening; who asks for it by number can have it, too.
        Socket held = new Socket();
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = held.getLocalPort();
        Path kubeconfig = kubeconfig("http://127.0.0.1:" + port);
        Thread agent = Thread.ofPlatform().start(() -> runAgent(kubeconfig));
        try {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(err.toString())
                            .contains(
                                    "API server http://127.0.0.1:" + port,
                                    "cannot be asked: it refuses the connection;",
                                    "check the network, or say --kubeconfig; tried again every"));
            assertThat(err.toString()).doesNotContain("unexpected");

            try (Sandbox _ =
                    Sandbox.start(SandboxOptions.defaults().withPort(port).withNodes(0))) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(err.toString()).contains("agent of node node-1 runs"));
                agent.interrupt();
                assertThat(agent.join(PATIENCE)).isTrue();
            }
        } finally {
            agent.interrupt();
            held.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void anAgentThatTheApiServerDoesNotLetInEndsAndSaysWhatToDo(int code) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0))) {
            sandbox.server().faults().on("list", "resourceslices").fail(code);
            String server = sandbox.server().url().toString();

            assertThat(runAgent(kubeconfig(server))).isEqualTo(1);

            assertThat(err.toString())
                    .contains("does not let the agent in", "deploy/agent/rbac.yaml", "another --kubeconfig")
                    .contains("API server " + server)
                    .doesNotContain("tried again", "unexpected");
        }
    }

    private Path kubeconfig(String server) throws IOException {
        return Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "%s"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                users: [{name: u}]
                current-context: c
                """.formatted(server));
    }

    private int runAgent(Path kubeconfig) {
        return Fairlead.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute(
                        "agent",
                        "--node=node-1",
                        "--kubeconfig=" + kubeconfig,
                        "--host-root=" + directory.resolve("host"),
                        "--kubelet-root=" + directory.resolve("k"),
                        "--cdi=" + directory.resolve("cdi"),
                        "--state=" + directory.resolve("state"),
                        "--listen=127.0.0.1:0");
    }
}
