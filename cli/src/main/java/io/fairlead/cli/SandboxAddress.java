package io.fairlead.cli;

import io.fairlead.sandbox.SandboxOptions;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a sandbox is found: the options that every command which runs one has. */
final class SandboxAddress {
    @Option(names = "--port", paramLabel = "N", description = "Port of the API server; any free one unless given.")
    private int port;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Where to write the kubeconfig (default: ~/.fairlead/kubeconfig).")
    private String kubeconfig = "";

    /** What to start there; a number that cannot be is wrong usage of the command. */
    SandboxOptions options(int nodes, CommandLine command) {
        try {
            return new SandboxOptions(port, nodes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    KubeconfigFile kubeconfig() {
        return KubeconfigFile.at(kubeconfig);
    }
}
