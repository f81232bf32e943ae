package io.fairlead.testbed.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands that make a node, to be run wherever it is. */
record NodeCommands(NodePlan plan, NodeFiles files) {
    List<String> containerd() {
        return withPath(
                plan.binaries().containerd().resolve("containerd"),
                "--config",
                files.containerdConfig().toString());
    }

    List<String> containerdAnswers() {
        return ctr("version");
    }

    List<String> importImage() {
        return ctr("--namespace", "k8s.io", "images", "import", files.image().toString());
    }

    List<String> kubelet() {
        return withPath(
                plan.binaries().kubernetes().resolve("kubelet"),
                "--config=" + files.kubeletConfig(),
                "--kubeconfig=" + plan.kubeconfig(),
                "--hostname-override=" + plan.name(),
                "--node-ip=" + plan.address().getHostAddress(),
                "--v=2");
    }

    private List<String> ctr(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("--address", plan.containerdSocket().toString()));
        command.addAll(List.of(arguments));
        return withPath(plan.binaries().containerd().resolve("ctr"), command.toArray(String[]::new));
    }

    private List<String> withPath(Path program, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("env", "PATH=" + plan.binaries().path(), program.toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
