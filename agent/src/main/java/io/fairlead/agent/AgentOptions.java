package io.fairlead.agent;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.DurableFiles;
import io.fairlead.dra.FileStore;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.PciNames;
import io.fairlead.kubelet.KubeletFolder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an agent works with. Nothing of it is shared with other agents of the process unless it is given to them too.
 *
 * @param node the name of the node that the agent is for
 * @param kernel the machine
 * @param kubelet the kubelet's folder
 * @param cdi folder of the container runtime's CDI files
 * @param devicesOnNode where the container runtime finds the host's device nodes
 * @param state folder of the ledger
 * @param rules what may be given away now; asked at every look at the machine
 * @param names what people call the devices
 * @param podUid of the pod that the agent runs in, if a new instance may start before the old one has ended
 * @param fullLook how often the whole machine is looked at even if nothing seems to have changed
 * @param claimGrace how long a claim has to be over before it is given back without the kubelet's word
 */
public record AgentOptions(
        String node,
        KubernetesClient client,
        Kernel kernel,
        KubeletFolder kubelet,
        Path cdi,
        Path devicesOnNode,
        Path state,
        Supplier<OfferRules> rules,
        PciNames names,
        Optional<String> podUid,
        FileStore files,
        InstantSource clock,
        PrometheusRegistry registry,
        Duration fullLook,
        Duration claimGrace) {
    /** The folder that the ledger has on every node. */
    public static final Path STATE = Path.of("/var/lib/fairlead");

    /** With the folders that every node has, and nothing to give away. */
    public static AgentOptions of(String node, KubernetesClient client, Kernel kernel) {
        return new AgentOptions(
                node,
                client,
                kernel,
                KubeletFolder.standard(),
                Path.of("/var/run/cdi"),
                Path.of("/dev"),
                STATE,
                OfferRules::none,
                PciNames.system(),
                Optional.empty(),
                new DurableFiles(),
                InstantSource.system(),
                new PrometheusRegistry(),
                Duration.ofSeconds(30),
                Duration.ofMinutes(2));
    }

    public AgentOptions withRules(OfferRules newRules) {
        return withRules(() -> newRules);
    }

    public AgentOptions withRules(Supplier<OfferRules> newRules) {
        return new AgentOptions(
                node,
                client,
                kernel,
                kubelet,
                cdi,
                devicesOnNode,
                state,
                newRules,
                names,
                podUid,
                files,
                clock,
                registry,
                fullLook,
                claimGrace);
    }

    public AgentOptions withKubelet(KubeletFolder folder) {
        return new AgentOptions(
                node,
                client,
                kernel,
                folder,
                cdi,
                devicesOnNode,
                state,
                rules,
                names,
                podUid,
                files,
                clock,
                registry,
                fullLook,
                claimGrace);
    }

    /** Other folders for CDI files, device nodes and the ledger. */
    public AgentOptions withFolders(Path newCdi, Path newDevicesOnNode, Path newState) {
        return new AgentOptions(
                node,
                client,
                kernel,
                kubelet,
                newCdi,
                newDevicesOnNode,
                newState,
                rules,
                names,
                podUid,
                files,
                clock,
                registry,
                fullLook,
                claimGrace);
    }

    public AgentOptions withFiles(FileStore newFiles) {
        return new AgentOptions(
                node,
                client,
                kernel,
                kubelet,
                cdi,
                devicesOnNode,
                state,
                rules,
                names,
                podUid,
                newFiles,
                clock,
                registry,
                fullLook,
                claimGrace);
    }

    public AgentOptions withPodUid(String uid) {
        return new AgentOptions(
                node,
                client,
                kernel,
                kubelet,
                cdi,
                devicesOnNode,
                state,
                rules,
                names,
                Optional.of(uid),
                files,
                clock,
                registry,
                fullLook,
                claimGrace);
    }

    /** Other times: for the full look, and for claims that are over. */
    public AgentOptions withTimes(Duration newFullLook, Duration newClaimGrace) {
        return new AgentOptions(
                node,
                client,
                kernel,
                kubelet,
                cdi,
                devicesOnNode,
                state,
                rules,
                names,
                podUid,
                files,
                clock,
                registry,
                newFullLook,
                newClaimGrace);
    }
}
