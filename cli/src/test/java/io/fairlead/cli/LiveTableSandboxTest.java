package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveTableSandboxTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Pod POD = new PodBuilder()
            .withNewMetadata()
            .withName("demo")
            .withNamespace("default")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("main")
            .withImage("registry.invalid/main")
            .endContainer()
            .endSpec()
            .build();

    @Test
    void aTerminalHasOneTableThatIsDrawnAnewAndAPipeHasALineForEachChange(@TempDir Path folder) {
        StringWriter screen = new StringWriter();
        List<String> lines = new CopyOnWriteArrayList<>();
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0))) {
            CompletableFuture<SimulatedNode> node = new CompletableFuture<>();
            sandbox.keep(new LiveTable(sandbox.client(), _ -> node.join(), lines::add, null));
            sandbox.keep(new LiveTable(sandbox.client(), _ -> node.join(), lines::add, new PrintWriter(screen)));

            sandbox.client().resource(POD).create();
            await().atMost(LONG).until(() -> screen.toString().contains("demo"));
            node.complete(sandbox.addNode(NodeOptions.in(folder, 1)));
            await().atMost(LONG).until(() -> screen.toString().contains("Running"));
            await().atMost(LONG).until(() -> lines.stream().anyMatch(line -> line.startsWith("pod demo runs on ")));
            // The title and one pod are two lines to go back.
            assertThat(screen.toString()).contains("POD", "\033[2A\033[J");

            sandbox.client().resource(POD).delete();
            await().atMost(LONG).until(() -> lines.contains("pod demo is gone"));
        }
    }
}
