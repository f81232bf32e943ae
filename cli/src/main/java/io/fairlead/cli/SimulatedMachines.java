package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

/** Machines that do not exist as nodes of a sandbox, each with its kubelet and its agent; they end with the sandbox. */
final class SimulatedMachines {
    private static final List<Class<? extends CustomResource<?, ?>>> DOOR_OPENERS =
            List.of(PciDevice.class, PciDeviceClaim.class, SriovNetworkDevice.class, KubeVirt.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();

    /** Makes the cluster know what PCIDeviceClaims and whole cards are; agents that find it so serve them at once. */
    static void define(KubernetesClient client) {
        List<CustomResourceDefinition> made = new ArrayList<>();
        for (Class<? extends CustomResource<?, ?>> kind : DOOR_OPENERS) {
            String file = "/crds/%s-v1.yml".formatted(CustomResource.getCRDName(kind));
            made.add(client.resources(CustomResourceDefinition.class)
                    .load(Objects.requireNonNull(kind.getResourceAsStream(file), file))
                    .create());
        }
        for (CustomResourceDefinition definition : made) {
            client.resource(definition)
                    .waitUntilCondition(now -> now != null && isServed(now), PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static boolean isServed(CustomResourceDefinition definition) {
        return definition.getStatus() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }

    /**
     * @param folder for the files of kubelets and agents; one folder below it for each machine
     * @param rules what every machine gives away
     */
    SimulatedMachines(Sandbox sandbox, Path folder, SequencedMap<String, MemoryTree> hosts, OfferRules rules) {
        hosts.forEach((name, tree) -> nodes.put(name, add(sandbox, folder.resolve(name), name, tree, rules)));
    }

    private SimulatedNode add(Sandbox sandbox, Path folder, String name, MemoryTree tree, OfferRules rules) {
        SimulatedNode node =
                sandbox.addNode(NodeOptions.in(folder, nodes.size() + 1).withName(name));
        SimulatedKernel kernel = SimulatedKernel.of(tree);
        try {
            sandbox.keep(Agent.start(AgentOptions.of(name, sandbox.client(), kernel)
                    .withRules(rules)
                    .withKubelet(KubeletFolder.at(node.kubeletRoot()))
                    .withFolders(node.cdi(), Path.of("/dev"), folder.resolve("agent"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Before its agent: a kubelet would report that the driver is gone.
        sandbox.keep(node::kill);
        return node;
    }

    SimulatedNode node(String name) {
        SimulatedNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("there is no machine " + name);
        }
        return node;
    }
}
