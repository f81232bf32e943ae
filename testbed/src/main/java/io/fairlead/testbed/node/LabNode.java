package io.fairlead.testbed.node;

import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.lab.LabOptions;
import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The lab machine as a node: a real kubelet beside real functions. */
public final class LabNode {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final NodePlan plan;
    private final NodeCommands commands;
    private final Lab lab;
    private final BooleanSupplier answers;
    private long kubelet;

    private LabNode(NodePlan plan, NodeCommands commands, Lab lab, BooleanSupplier answers) {
        this.plan = plan;
        this.commands = commands;
        this.lab = lab;
        this.answers = answers;
        startContainerd();
        this.kubelet = startKubelet();
    }

    /**
     * Makes a running lab machine a node.
     *
     * @param answers whether its kubelet answers the API server, and the API server calls the node ready
     */
    public static LabNode start(NodePlan plan, Lab lab, BooleanSupplier answers) {
        NodeFiles files = new NodeFiles(plan);
        try {
            files.write();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up node " + plan.name(), e);
        }
        Command.require("ip", "link", "set", plan.device(), "master", plan.bridge(), "up");
        Command.require(
                "ip", "route", "replace", plan.pods(), "via", plan.address().getHostAddress(), "dev", plan.bridge());
        lab.require(preparation(plan, files));
        return new LabNode(plan, new NodeCommands(plan, files), lab, answers);
    }

    public Lab lab() {
        return lab;
    }

    public String name() {
        return plan.name();
    }

    /** The image that every node has: busybox with all its commands. */
    public String image() {
        return BusyboxImage.NAME;
    }

    /** A kubeconfig file, good in the lab machine, of the node itself. */
    public Path kubeconfig() {
        return plan.kubeconfig();
    }

    /** Ends the kubelet as a crash would, starts it again and waits until it answers. Pods go on running meanwhile. */
    public void restartKubelet() {
        lab.require("kill -9 " + kubelet);
        kubelet = startKubelet();
    }

    /** What the kubelet said, since the node was started. */
    public Path kubeletLog() {
        return lab.log("kubelet");
    }

    /**
     * The node's folder gets a place in the machine's memory: the shared one cannot hold sockets, nor the upper layers of
     * containers.
     */
    private static String preparation(NodePlan plan, NodeFiles files) {
        return """
                set -e
                cp -a %1$s /run/node
                mount -t tmpfs tmpfs %1$s
                cp -a /run/node/. %1$s
                sed 's/[a-z]*/+&/g' /sys/fs/cgroup/cgroup.controllers >/sys/fs/cgroup/cgroup.subtree_control
                mkdir -p /sys/fs/cgroup/%2$s
                modprobe -a veth bridge
                ip link set %3$s name uplink
                %4$s
                setsid sh %5$s </dev/null >/dev/null 2>&1 &
                until [ -e %1$s/started ]; do sleep 0.1; done
                """.formatted(
                        plan.folder(),
                        plan.controlGroup(),
                        "$(grep -l " + LabOptions.UPLINK_MAC + " /sys/class/net/*/address | cut -d/ -f5)",
                        files.networkScript("uplink"),
                        files.start());
    }

    private void startContainerd() {
        // A virtual machine in a pod pins all of its memory.
        long containerd = lab.startDaemon("containerd", unlimitedMemory(commands.containerd()));
        await(
                "containerd",
                containerd,
                () -> lab.run(Lab.SHORT, commands.containerdAnswers()).succeeded());
        Command.Result imported = lab.run(PATIENCE, commands.importImage());
        if (!imported.succeeded()) {
            throw new IllegalStateException("cannot import the busybox image: " + imported.output());
        }
    }

    private static List<String> unlimitedMemory(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of("prlimit", "--memlock=unlimited"));
        wrapped.addAll(command);
        return wrapped;
    }

    private long startKubelet() {
        long started = lab.startDaemon("kubelet", commands.kubelet());
        await("kubelet", started, answers);
        return started;
    }

    private void await(String name, long pid, BooleanSupplier condition) {
        BooleanSupplier alive = () -> lab.sh("kill -0 " + pid).succeeded();
        boolean ended = Patience.until(PATIENCE, PAUSE, () -> condition.getAsBoolean() || !alive.getAsBoolean());
        if (!ended || !alive.getAsBoolean()) {
            throw new IllegalStateException("no " + name + " in the lab machine; its last words:\n"
                    + lab.sh("tail -n 15 " + lab.log(name)).output());
        }
    }
}
