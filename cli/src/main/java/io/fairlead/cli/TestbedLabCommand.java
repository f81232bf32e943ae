package io.fairlead.cli;

import io.fairlead.testbed.Slot;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.TestbedOptions;
import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.lab.LabOptions;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The lab machine for people: it goes on running after the command that started it. */
@Command(
        name = "lab",
        description = {
            "Run a nested machine with an IOMMU, SR-IOV, a two-function card, mediated and vDPA devices.",
            "The first time, its Debian is made, which takes some minutes."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  fairlead testbed lab up",
            "  fairlead testbed lab run -- lspci -nnk",
            "  fairlead testbed lab down"
        })
final class TestbedLabCommand implements Runnable {
    private static final LeftRunning RUNNING = new LeftRunning("lab machine", "fairlead testbed lab", Lab::in);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "fairlead testbed lab: say up, down, status or run");
    }

    @Command(
            name = "up",
            description = "Start the machine and return when it takes commands. It needs root.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Examples:",
                "  fairlead testbed lab up",
                "  fairlead testbed lab up --share $PWD",
                "  eval \"$(fairlead testbed lab up --node)\" && kubectl get nodes"
            })
    void up(
            @Option(names = "--node", description = "Start a control plane, too, and make the machine its node.")
                    boolean node,
            @Option(
                            names = "--share",
                            paramLabel = "DIR",
                            description = "A folder that the machine can read, under the same path.")
                    @Nullable
                    List<Path> shares) {
        LabOptions options = LabOptions.plain().withShares(folders(shares == null ? List.of() : shares));
        try {
            Lab.missing().ifPresent(reason -> {
                throw new Refusal(reason);
            });
            RUNNING.refuseSecond();
            spec.commandLine().getErr().println("starting the lab machine" + (node ? " and a cluster" : ""));
            if (node) {
                startNode(options);
            } else {
                startAlone(options);
            }
        } catch (MissingPrerequisite e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("ready. Next:");
        err.println("  fairlead testbed lab run -- lspci -nnk");
        err.println("  fairlead testbed lab status");
        err.println("  fairlead testbed lab down");
    }

    @Command(
            name = "run",
            description = "Run a command in the machine; its output and its exit status are this command's.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Examples:",
                "  fairlead testbed lab run ip link",
                "  fairlead testbed lab run --limit 10 -- sh -c 'cat /sys/bus/pci/devices/*/driver_override'"
            })
    int run(
            @Option(
                            names = "--limit",
                            paramLabel = "SECONDS",
                            defaultValue = "600",
                            description = "Kill the command after that time. Default: ${DEFAULT-VALUE}.")
                    int limit,
            @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command and its arguments.")
                    List<String> command) {
        Slot slot = RUNNING.slots().stream().findFirst().orElseThrow(RUNNING::none);
        try (Lab lab = Lab.attach(slot).orElseThrow(RUNNING::none)) {
            var result = lab.run(Duration.ofSeconds(limit), command);
            PrintWriter out = spec.commandLine().getOut();
            out.print(result.output());
            out.flush();
            return result.status();
        } catch (Lab.Stuck e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    @Command(
            name = "down",
            description = "End what 'up' started and remove all that it had.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  fairlead testbed lab down"})
    void down() {
        RUNNING.end(spec.commandLine().getErr());
    }

    @Command(
            name = "status",
            description = "Say what runs and where. Exit status 1 when nothing does.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  fairlead testbed lab status"})
    void status() {
        List<Slot> slots = RUNNING.slots();
        if (slots.isEmpty()) {
            throw RUNNING.none();
        }
        PrintWriter out = spec.commandLine().getOut();
        for (Slot slot : slots) {
            if (Files.exists(Testbed.kubeconfig(slot))) {
                out.println("kubeconfig: " + Testbed.kubeconfig(slot));
            }
            out.println("files:      " + slot.folder().resolve("lab"));
            LeftRunning.tellProcesses(out, slot);
        }
        out.flush();
    }

    // Closing it would end it; 'down' does.
    @SuppressWarnings("MustBeClosed")
    private static void startAlone(LabOptions options) {
        Lab.alone(true, options);
    }

    @SuppressWarnings("MustBeClosed")
    private void startNode(LabOptions options) {
        Testbed testbed = Testbed.start(new TestbedOptions(TestbedOptions.defaultVersion(), List.of(), true));
        try {
            testbed.lab(options);
        } catch (RuntimeException e) {
            testbed.close();
            throw e;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("export KUBECONFIG=" + testbed.kubeconfig());
        out.flush();
    }

    private List<Path> folders(List<Path> shares) {
        for (Path share : shares) {
            if (!Files.isDirectory(share)) {
                throw new ParameterException(spec.commandLine(), "--share " + share + ": no such folder");
            }
        }
        return shares.stream().map(share -> share.toAbsolutePath().normalize()).toList();
    }
}
