package io.fairlead.cli;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster a command talks to: as kubectl finds it, or the one that a pod is in. */
final class ClusterAddress {
    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The cluster's kubeconfig.")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "A context of the kubeconfig.")
    private @Nullable String context;

    /** {@code otherwise} says what else a user can do when there is no cluster. */
    Config config(String otherwise) {
        if (kubeconfig == null) {
            Config found = Config.autoConfigure(context);
            // The client guesses this address when neither a file nor the environment has one.
            if (found.getCurrentContext() == null && found.getMasterUrl().startsWith(Config.DEFAULT_MASTER_URL)) {
                throw new Refusal("there is no cluster to ask: no kubeconfig was found;" + " name one with --kubeconfig"
                        + otherwise);
            }
            return found;
        }
        if (!Files.isReadable(kubeconfig)) {
            throw new Refusal(kubeconfig + ": there is no kubeconfig to read");
        }
        return Config.fromKubeconfig(context, kubeconfig.toFile());
    }
}
