package io.fairlead.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete our commands. */
@Command(
        name = "completion",
        description = "Print a completion script for bash or zsh.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  source <(fairlead completion)"})
final class CompletionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("fairlead", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}
