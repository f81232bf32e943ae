package io.fairlead.testbed.agent;

import io.fairlead.kubelet.KubeletFolder;
import java.io.IOException;
import java.nio.file.Path;

/** An agent as it is installed, in a process of its own, which can be killed while its machine and its node live on. */
final class AgentProcess implements AutoCloseable {
    private static final Path FAIRLEAD = Path.of("../fairlead");

    private final ProcessBuilder command;
    private volatile Process process;

    private AgentProcess(ProcessBuilder command, Process process) {
        this.command = command;
        this.process = process;
        // Whoever stops the tests stops their agents, too.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /**
     * Starts it.
     *
     * @param host has the machine's tree as {@code root}, its kernel as {@code kernel.sock} and the rules as {@code rules.yaml}
     */
    static AgentProcess start(String node, Path kubeconfig, KubeletFolder kubelet, Path cdi, Path host)
            throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                        FAIRLEAD.toString(),
                        "agent",
                        "--node=" + node,
                        "--kubeconfig=" + kubeconfig,
                        "--config=" + host.resolve("rules.yaml"),
                        "--kubelet-root=" + kubelet.here(),
                        "--kubelet-root-on-node=" + kubelet.onNode(),
                        "--cdi=" + cdi,
                        "--devices=" + host.resolve("root/dev"),
                        "--state=" + host.resolve("state"),
                        "--host-root=" + host.resolve("root"),
                        "--simulated-kernel=" + host.resolve("kernel.sock"),
                        "--listen=127.0.0.1:0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        host.resolve("agent.log").toFile()));
        return new AgentProcess(command, command.start());
    }

    /** As a crash or a power cut would. */
    void killAndStartAgain() throws IOException {
        close();
        process = command.start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
