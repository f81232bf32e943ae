package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentCommandSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final StringWriter err = new StringWriter();

    @Test
    void anAgentWhoseApiServerIsAwaySaysSoAndWaitsForIt() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path kubeconfig = directory.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                users: [{name: u}]
                current-context: c
                """.formatted(port));
        Thread agent = Thread.ofPlatform()
                .start(() -> Fairlead.commandLine()
                        .setErr(new PrintWriter(err, true))
                        .execute(
                                "agent",
                                "--node=node-1",
                                "--kubeconfig=" + kubeconfig,
                                "--host-root=" + directory.resolve("host"),
                                "--kubelet-root=" + directory.resolve("k"),
                                "--cdi=" + directory.resolve("cdi"),
                                "--state=" + directory.resolve("state"),
                                "--listen=127.0.0.1:0"));
        try {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(err.toString())
                            .contains(
                                    "API server http://127.0.0.1:" + port,
                                    "cannot be asked",
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
        }
    }
}
