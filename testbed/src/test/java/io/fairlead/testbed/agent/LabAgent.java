package io.fairlead.testbed.agent;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.kernel.LiveKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.reconcile.Credentials;
import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.node.LabNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** An agent in the lab machine, on its real kernel and beside its real kubelet. */
final class LabAgent implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Lab lab;
    private final long pid;

    private LabAgent(Lab lab, long pid) {
        this.lab = lab;
        this.pid = pid;
    }

    static LabAgent start(LabNode node, Path kubeconfig, String rules) throws IOException {
        Lab lab = node.lab();
        Path own = Files.createDirectories(lab.share().resolve("agent"));
        Path copy = own.resolve("kubeconfig");
        Files.writeString(copy, Files.readString(kubeconfig));
        Files.writeString(own.resolve("rules.yaml"), rules);
        rehearse(lab, copy);
        return new LabAgent(
                lab,
                lab.startDaemon(
                        "agent",
                        lab.java(
                                LabAgent.class.getName(),
                                node.name(),
                                copy.toString(),
                                own.resolve("rules.yaml").toString())));
    }

    /** The same agent on this machine, where it is quick and nobody calls it. */
    private static void rehearse(Lab lab, Path kubeconfig) throws IOException {
        Path folder = lab.share().resolve("rehearsal");
        Path registry = Files.createDirectories(folder.resolve("kubelet/plugins_registry"));
        Path rules = Files.writeString(folder.resolve("rules.yaml"), "offers: []\n");
        lab.rehearse(
                LONG,
                () -> !List.of(registry.toFile().list()).isEmpty(),
                LabAgent.class.getName(),
                "rehearsal",
                kubeconfig.toString(),
                rules.toString(),
                folder.toString());
    }

    /** What it has said. */
    Path log() {
        return lab.log("agent");
    }

    @Override
    public void close() {
        lab.require("kill " + pid);
    }

    public static void main(String[] args) throws Exception {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Credentials.settled(
                        Config.fromKubeconfig(null, Path.of(args[1]).toFile())))
                .build()) {
            AgentOptions options = AgentOptions.of(args[0], client, new LiveKernel())
                    .withRules(OfferRules.parse(Files.readString(Path.of(args[2]))));
            if (args.length > 3) {
                Path folder = Path.of(args[3]);
                options = options.withKubelet(KubeletFolder.ofOtherRoot(folder.resolve("kubelet")))
                        .withFolders(folder.resolve("cdi"), Path.of("/dev"), folder.resolve("state"));
            }
            try (Agent _ = Agent.start(options)) {
                Thread.currentThread().join();
            }
        }
    }
}
