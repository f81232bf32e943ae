package io.fairlead.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: names the others and does nothing itself. */
@Command(
        name = "fairlead",
        description = "Leads hardware from a host into virtual machines and virtual nodes on Kubernetes.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            UpCommand.class,
            InventoryCommand.class,
            ValidateCommand.class,
            RenderCommand.class,
            AllocateCommand.class,
            ExplainCommand.class,
            AgentCommand.class,
            SandboxCommand.class,
            TestbedCommand.class,
            CompletionCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Exit status: 0 done, 1 refused or not found, 2 wrong usage."})
public final class Fairlead implements Runnable {
    /** Wide enough for the examples to stand on lines of their own. */
    static final int HELP_WIDTH = 100;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Say more on stderr, with stack traces.")
    private boolean verbose;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private Fairlead() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The whole command line, ready to execute or to be asked for its help. */
    static CommandLine commandLine() {
        Fairlead root = new Fairlead();
        return new CommandLine(root)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionStrategy(parsed -> {
                    // Help needs no logging, whose start costs more than the help itself.
                    Integer helped = CommandLine.executeHelpRequest(parsed);
                    if (helped != null) {
                        return helped;
                    }
                    Logs.configure(root.verbose);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> root.explain(failure, command));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "fairlead: a command is needed");
    }

    /** Whether more is to be said. */
    boolean verbose() {
        return verbose;
    }

    private int explain(Exception failure, CommandLine command) {
        String message = failure instanceof Refusal
                ? String.valueOf(failure.getMessage())
                : "unexpected " + failure + (verbose ? "" : "; -v shows where");
        command.getErr().println(command.getColorScheme().errorText("fairlead: " + message));
        if (verbose) {
            failure.printStackTrace(command.getErr());
        }
        return CommandLine.ExitCode.SOFTWARE;
    }
}
