package io.fairlead.testbed.agent;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.simulated.RemoteKernel;
import io.fairlead.kubelet.KubeletFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An agent in a process of its own, which can be killed while its machine and its node live on. */
final class AgentProcess implements AutoCloseable {
    /** The options that an installed agent runs with. */
    private static final Path JVM = Path.of("../cli/src/main/dist/agent-jvm");

    private final ProcessBuilder command;
    private Process process;

    private AgentProcess(ProcessBuilder command, Process process) {
        this.command = command;
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param host has the machine's tree as {@code root}, its kernel as {@code kernel.sock} and the rules as {@code rules.yaml}
     */
    static AgentProcess start(String node, Path kubeconfig, Path kubeletRoot, Path cdi, Path host) throws IOException {
        ProcessBuilder command = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "@" + JVM,
                        "-Xmx48m",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AgentProcess.class.getName(),
                        node,
                        kubeconfig.toString(),
                        kubeletRoot.toString(),
                        cdi.toString(),
                        host.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        host.resolve("agent.log").toFile()));
        command.environment().put("MALLOC_ARENA_MAX", "2");
        return new AgentProcess(command, command.start());
    }

    /** As a crash or a power cut would. */
    void killAndStartAgain() throws IOException {
        close();
        process = command.start();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] args) throws Exception {
        Path host = Path.of(args[4]);
        try (KubernetesClient client = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(null, Path.of(args[1]).toFile()))
                        .build();
                Agent _ = Agent.start(AgentOptions.of(args[0], client, new RemoteKernel(host.resolve("kernel.sock")))
                        .withKubelet(KubeletFolder.ofOtherRoot(Path.of(args[2])))
                        .withFolders(Path.of(args[3]), host.resolve("root/dev"), host.resolve("state"))
                        .withRules(OfferRules.parse(Files.readString(host.resolve("rules.yaml")))))) {
            Thread.currentThread().join();
        }
    }
}
