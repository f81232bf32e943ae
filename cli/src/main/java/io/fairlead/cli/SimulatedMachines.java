package io.fairlead.cli;

import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Machines that do not exist as nodes of a sandbox, each with its kubelet and its agent; they end with the sandbox. */
final class SimulatedMachines {
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();

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
