package io.fairlead.cli;

import io.fairlead.sandbox.Sandbox;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The first thing to type: a cluster, a device, a pod that gets it. */
@Command(
        name = "up",
        description = "Start a sandbox with one simulated node and run a pod with a device on it.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  fairlead up", "  fairlead up --exit      # show it and stop, for scripts"})
final class UpCommand implements Runnable {
    @Mixin
    private final SandboxAddress address = new SandboxAddress();

    @Option(names = "--exit", description = "Stop as soon as the pod runs.")
    private boolean exit;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        Foreground foreground = new Foreground(spec.commandLine().getErr(), address.kubeconfig());
        foreground.run(address.options(1, spec.commandLine()), !exit, sandbox -> demonstrate(sandbox, foreground));
    }

    private void demonstrate(Sandbox sandbox, Foreground foreground) {
        foreground.say(
                "sandbox with one simulated node runs at " + sandbox.server().url());
        new Demo(sandbox.client(), foreground::say).run();
        foreground.suggest(List.of(
                "kubectl get pods,resourceclaims,resourceslices",
                "kubectl describe pod " + Demo.NAME,
                "kubectl delete pod " + Demo.NAME + "      # the device is free again"));
    }
}
