package io.fairlead.cli;

import io.fairlead.testbed.Slot;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.TestbedOptions;
import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A real Kubernetes for people: it goes on running after the command that started it. */
@Command(
        name = "testbed",
        description = "Run a real Kubernetes on this machine, to try things on.",
        mixinStandardHelpOptions = true,
        subcommands = TestbedLabCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  fairlead testbed up --nodes 1",
            "  fairlead testbed status",
            "  fairlead testbed down"
        })
final class TestbedCommand implements Runnable {
    private static final LeftRunning RUNNING = new LeftRunning("testbed", "fairlead testbed", slot -> !Lab.in(slot));

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "fairlead testbed: say up, down, status or lab");
    }

    @Command(
            name = "up",
            description = {
                "Start a control plane and, when asked, nodes. The first time, everything is built from source.",
                "Prints a line for the shell that makes kubectl find it."
            },
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Examples:",
                "  fairlead testbed up",
                "  eval \"$(fairlead testbed up --nodes 2)\" && kubectl get nodes",
                "  fairlead testbed up --kubernetes 1.34.4"
            })
    void up(
            @Option(
                            names = "--nodes",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Real nodes: 0, 1 or 2; needs root. Default: ${DEFAULT-VALUE}.")
                    int nodes,
            @Option(
                            names = "--kubernetes",
                            paramLabel = "VERSION",
                            defaultValue = "",
                            description = "Version of Kubernetes; default: the newest that is known here.")
                    String version) {
        if (nodes < 0 || nodes > 2) {
            throw new ParameterException(spec.commandLine(), "--nodes: 0, 1 or 2, not " + nodes);
        }
        String kubernetes = version.isEmpty() ? TestbedOptions.defaultVersion() : version;
        try {
            Testbed.missing(kubernetes, nodes).ifPresent(reason -> {
                throw new Refusal(reason);
            });
            RUNNING.refuseSecond();
            start(new TestbedOptions(kubernetes, List.of(), true), nodes);
        } catch (MissingPrerequisite e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    @Command(
            name = "down",
            description = "End what 'up' started and remove all that it had.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  fairlead testbed down"})
    void down() {
        RUNNING.end(spec.commandLine().getErr());
    }

    @Command(
            name = "status",
            description = "Say what runs and where. Exit status 1 when nothing does.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  fairlead testbed status"})
    void status() {
        List<Slot> slots = RUNNING.slots();
        if (slots.isEmpty()) {
            throw RUNNING.none();
        }
        PrintWriter out = spec.commandLine().getOut();
        for (Slot slot : slots) {
            out.println("kubeconfig: " + Testbed.kubeconfig(slot));
            out.println("logs:       " + slot.folder().resolve("logs"));
            LeftRunning.tellProcesses(out, slot);
        }
        out.flush();
    }

    // Closing it would end it; 'down' does.
    @SuppressWarnings("MustBeClosed")
    private void start(TestbedOptions options, int nodes) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("starting Kubernetes " + options.kubernetes() + (nodes == 0 ? "" : " with nodes: " + nodes));
        Testbed testbed = Testbed.start(options);
        try {
            testbed.nodes(nodes);
        } catch (RuntimeException e) {
            testbed.close();
            throw e;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("export KUBECONFIG=" + testbed.kubeconfig());
        out.flush();
        err.println("ready. Next:");
        err.println("  " + testbed.kubectl() + " --kubeconfig " + testbed.kubeconfig() + " get nodes");
        err.println("  fairlead testbed status");
        err.println("  fairlead testbed down");
    }
}
