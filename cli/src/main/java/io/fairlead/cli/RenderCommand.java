package io.fairlead.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what a machine becomes. */
@Command(
        name = "render",
        description = "Show what a virtual machine becomes: its launcher pod, or its libvirt domain.",
        mixinStandardHelpOptions = true,
        subcommands = {RenderPodCommand.class, RenderDomainCommand.class},
        footer = {
            "",
            "Examples:",
            "  fairlead render pod -f vmi.yaml",
            "  fairlead render domain -f vmi.yaml --env launcher.env --root /"
        })
final class RenderCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "fairlead render: pod or domain?");
    }
}
