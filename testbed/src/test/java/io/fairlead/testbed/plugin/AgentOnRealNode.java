package io.fairlead.testbed.plugin;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.ObjectName;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.kubelet.PodResourcesClient;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.deploy.AgentAccount;
import io.fairlead.testbed.node.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A whole agent with the rights of a deployed one, on a node with a real kubelet. Only its machine is made up. */
final class AgentOnRealNode implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(3);

    private final RealNode node;
    private final SimulatedKernel kernel;
    private final KubernetesClient client;
    private final Agent agent;
    private final PodResourcesClient kubelet;

    AgentOnRealNode(Testbed testbed, RealNode node, Cards cards, Path folder) throws IOException {
        this.node = node;
        Path root = folder.resolve("root");
        Files.createDirectories(root);
        kernel = cards.kernel(root);
        Path kubeconfig = AgentAccount.kubeconfig(testbed, node.name(), node.image(), folder.resolve("kubeconfig"));
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
                .build();
        KubeletFolder sockets = KubeletFolder.ofOtherRoot(node.kubeletRoot());
        agent = Agent.start(AgentOptions.of(node.name(), client, kernel)
                .withKubelet(sockets)
                .withFolders(node.cdi(), root.resolve("dev"), folder.resolve("state")));
        kubelet = PodResourcesClient.of(sockets);
    }

    String node() {
        return node.name();
    }

    /** The name of a function's PCIDevice, and of a claim for it. */
    String object(String function) {
        return ObjectName.ofFunction(node(), PciAddress.parse(function));
    }

    /** As an admin of Harvester writes it. */
    String claim(String function) {
        return """
                apiVersion: devices.harvesterhci.io/v1beta1
                kind: PCIDeviceClaim
                metadata: {name: %s}
                spec: {address: "%s", nodeName: %s, userName: admin}
                """.formatted(object(function), function, node());
    }

    /** Until the kubelet would hand the device out. */
    void awaitAllocatable(String resource, String device) {
        await(device + " of " + node())
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> allocatable(resource).contains(device));
    }

    List<String> allocatable(String resource) {
        return kubelet.allocatable().getDevicesList().stream()
                .filter(devices -> devices.getResourceName().equals(resource))
                .flatMap(devices -> devices.getDeviceIdsList().stream())
                .toList();
    }

    String driver(String function) throws KernelException {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(function)).orElse("none");
    }

    @Override
    public void close() {
        kubelet.close();
        agent.close();
        client.close();
    }
}
