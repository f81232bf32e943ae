package io.fairlead.cli;

import io.fairlead.host.simulated.KernelServer;
import io.fairlead.host.simulated.SampleMachine;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the build runs once, so that the JVM can keep the classes that commands load and start faster next time. */
final class Rehearsal {
    private Rehearsal() {}

    /**
     * Plays the commands of one kind: {@code short} ones, those that run a {@code sandbox}, or the {@code agent} of a
     * distribution, which is a process of its own so that nothing but an agent is in it.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        switch (args[0]) {
            case "short" -> List.of("--help", "completion", "no-such-command").forEach(Rehearsal::play);
            case "sandbox" -> sandbox();
            case "agent" -> agent(Path.of(args[1]));
            default -> throw new IllegalArgumentException("nothing to rehearse for " + args[0]);
        }
    }

    private static void play(String... command) {
        Fairlead.commandLine().execute(command);
    }

    private static void sandbox() throws IOException {
        Path kubeconfig = Files.createTempDirectory("fairlead-rehearsal").resolve("kubeconfig");
        play("up", "--exit", "--kubeconfig", kubeconfig.toString());
        Files.deleteIfExists(kubeconfig);
        Files.delete(kubeconfig.getParent());
    }

    /** It gives devices to pods, and takes them back. */
    private static void agent(Path home) throws IOException, InterruptedException {
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0))) {
            SimulatedNode node = sandbox.addNode(NodeOptions.in(sandbox.folder(), 1));
            Path root = sandbox.folder().resolve("root");
            Path socket = sandbox.folder().resolve("kernel.sock");
            try (KernelServer _ = KernelServer.start(SimulatedKernel.in(root, SampleMachine.tree()), root, socket)) {
                Path kubeconfig = Files.writeString(sandbox.folder().resolve("kubeconfig"), sandbox.kubeconfig());
                Path rules = Files.writeString(sandbox.folder().resolve("rules.yaml"), Demo.RULES);
                ProcessBuilder command = new ProcessBuilder(
                                home.resolve("bin/fairlead").toString(),
                                "agent",
                                "--node=" + node.name(),
                                "--kubeconfig=" + kubeconfig,
                                "--config=" + rules,
                                "--kubelet-root=" + node.kubeletRoot(),
                                "--cdi=" + node.cdi(),
                                "--host-root=" + root,
                                "--devices=" + root.resolve("dev"),
                                "--simulated-kernel=" + socket,
                                "--state=" + sandbox.folder().resolve("agent"),
                                "--listen=127.0.0.1:0")
                        .inheritIO();
                // Classes stay where they are until they are needed: an agent has to be small.
                command.environment()
                        .put("FAIRLEAD_JVM", "-XX:AOTCacheOutput=%s/agent.aot -XX:-AOTClassLinking".formatted(home));
                Process agent = command.start();
                try {
                    new Demo(sandbox.client(), System.out::println).playClaims();
                } finally {
                    agent.destroy();
                    agent.waitFor();
                }
            }
        }
    }
}
