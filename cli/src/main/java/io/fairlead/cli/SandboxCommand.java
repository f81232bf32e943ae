package io.fairlead.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs an embedded cluster until Ctrl-C. */
@Command(
        name = "sandbox",
        description = "Run a cluster in this process: API server, scheduler, claim controller, simulated nodes.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Everything is in memory and on loopback; nodes and their devices are simulated.",
            "",
            "Example:",
            "  fairlead sandbox --nodes 3",
            "  fairlead sandbox --port 16443 --kubeconfig ./sandbox.kubeconfig"
        })
final class SandboxCommand implements Runnable {
    @Mixin
    private final SandboxAddress address = new SandboxAddress();

    @Option(names = "--nodes", paramLabel = "N", description = "Simulated nodes (default: ${DEFAULT-VALUE}).")
    private int nodes = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        Foreground foreground = new Foreground(spec.commandLine().getErr(), address.kubeconfig());
        foreground.run(address.options(nodes, spec.commandLine()), true, sandbox -> {
            foreground.say("Sandbox with %d simulated node%s at %s"
                    .formatted(nodes, nodes == 1 ? "" : "s", sandbox.server().url()));
            foreground.suggest(List.of("kubectl get nodes", "kubectl get resourceslices"));
        });
    }
}
