package io.fairlead.testbed.node;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Daemon;
import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.Ready;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A node with a real kubelet. Its files are plain folders of this machine, so a driver in this JVM can serve sockets there. */
public final class RealNode {
    private final NodePlan plan;
    private final NodeCommands commands;
    private final Daemons daemons;
    private final BooleanSupplier answers;
    private final long init;
    private Daemon kubelet;

    private RealNode(NodePlan plan, NodeCommands commands, Daemons daemons, BooleanSupplier answers, long init) {
        this.plan = plan;
        this.commands = commands;
        this.daemons = daemons;
        this.answers = answers;
        this.init = init;
        startContainerd();
        this.kubelet = startKubelet();
    }

    /**
     * Starts it.
     *
     * @param answers whether its kubelet answers the API server, and the API server calls the node ready
     */
    public static RealNode start(NodePlan plan, Daemons daemons, BooleanSupplier answers) {
        NodeFiles files = new NodeFiles(plan);
        try {
            files.write();
            long init = startNamespaces(plan, files, daemons);
            connect(plan, init);
            return new RealNode(plan, new NodeCommands(plan, files), daemons, answers, init);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up node " + plan.name(), e);
        }
    }

    public String name() {
        return plan.name();
    }

    public InetAddress address() {
        return plan.address();
    }

    /** What is {@code /var/lib/kubelet} for the node, as seen from here. */
    public Path kubeletRoot() {
        return plan.folder().resolve("kubelet");
    }

    /** What is {@code /var/run/cdi} for the node, as seen from here. */
    public Path cdi() {
        return plan.folder().resolve("cdi");
    }

    /** The image that every node has: busybox with all its commands. */
    public String image() {
        return BusyboxImage.NAME;
    }

    /** Runs a command of this machine in the node's namespaces. */
    public Command.Result exec(String... command) {
        return Command.run(inside(List.of(command)));
    }

    /** Ends the kubelet as a crash would, starts it again and waits until it answers. Pods go on running meanwhile. */
    public void restartKubelet() {
        stopKubelet();
        kubelet = startKubelet();
    }

    /** Ends the kubelet as a crash would; {@link #restartKubelet()} brings it back. */
    public void stopKubelet() {
        kubelet.child().ifPresent(ProcessHandle::destroyForcibly);
        kubelet.awaitEnd();
    }

    /** What the kubelet said, since the node was started. */
    public Path kubeletLog() {
        return kubelet.log();
    }

    private static long startNamespaces(NodePlan plan, NodeFiles files, Daemons daemons) {
        Daemon namespaces = daemons.start(
                plan.name(),
                List.of(
                        "unshare",
                        "--mount",
                        "--propagation=slave",
                        "--net",
                        "--pid",
                        "--fork",
                        "--kill-child=KILL",
                        "--mount-proc",
                        // Somebody has to reap what containers leave behind.
                        "tini",
                        "--",
                        "sh",
                        files.start().toString()));
        Path started = plan.folder().resolve("started");
        Ready.await(namespaces, "its file " + started, () -> Files.exists(started));
        return namespaces.child().orElseThrow().pid();
    }

    /** A cable from the bridge to the node's eth0, and the routes at both ends. */
    private static void connect(NodePlan plan, long init) {
        String pid = Long.toString(init);
        Command.require("ip", "link", "add", plan.device(), "type", "veth", "peer", "name", "eth0", "netns", pid);
        Command.require("ip", "link", "set", plan.device(), "master", plan.bridge(), "up");
        String address = plan.address().getHostAddress();
        Command.require("ip", "route", "replace", plan.pods(), "via", address, "dev", plan.bridge());
        Command.require(inside(init, List.of("sh", "-ec", new NodeFiles(plan).networkScript("eth0"))));
    }

    private void startContainerd() {
        Daemon containerd = start("containerd", commands.containerd());
        Ready.await(
                containerd,
                "answer",
                () -> Command.run(inside(commands.containerdAnswers())).succeeded());
        Command.require(inside(commands.importImage()));
    }

    private Daemon startKubelet() {
        Daemon started = start("kubelet", commands.kubelet());
        Ready.await(started, "ready node " + plan.name(), answers);
        return started;
    }

    private Daemon start(String part, List<String> command) {
        return daemons.start(plan.name() + "-" + part, inside(command));
    }

    private List<String> inside(List<String> command) {
        return inside(init, command);
    }

    private static List<String> inside(long init, List<String> command) {
        List<String> all = new ArrayList<>(List.of("nsenter", "--target=" + init, "--mount", "--net", "--pid", "--"));
        all.addAll(command);
        return all;
    }
}
