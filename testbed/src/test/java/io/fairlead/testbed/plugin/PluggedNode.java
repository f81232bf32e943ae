package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.ResourceName;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.cdi.ContainerView.DeviceNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A simulated machine and a simulated kubelet with the device plugins' door between them, and pods that ask for devices. */
final class PluggedNode implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    final SimulatedKernel kernel;
    final KubernetesClient client;
    final SimulatedNode node;
    final TestedDoor door;
    private final Sandbox sandbox;

    PluggedNode(SimulatedKernel kernel, Path folder, FileStore files) throws IOException {
        this.kernel = kernel;
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
        client = sandbox.client();
        node = sandbox.addNode(NodeOptions.in(folder, 1));
        door = new TestedDoor(TestedDoor.Place.on(node, client, kernel, folder, files));
    }

    /** What its container sees, once it runs. */
    ContainerView run(String name, Map<String, Integer> resources) {
        Pod pod = create(name, resources);
        awaitPhase(name, "Running");
        return container(pod).orElseThrow();
    }

    Optional<ContainerView> container(Pod pod) {
        return node.container(pod, "main");
    }

    Pod create(String name, Map<String, Integer> resources) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node.name())
                .addNewContainer()
                .withName("main")
                .withImage("registry.invalid/main")
                .withNewResources()
                .endResources()
                .endContainer()
                .endSpec();
        resources.forEach((resource, count) -> pod.editSpec()
                .editFirstContainer()
                .editResources()
                .addToLimits(resource, new Quantity(count.toString()))
                .endResources()
                .endContainer()
                .endSpec());
        return client.resource(pod.build()).create();
    }

    void delete(String pod) {
        client.pods().inNamespace("default").withName(pod).delete();
    }

    /** Without waiting for its process, which may live on. */
    void deleteByForce(String pod) {
        client.pods().inNamespace("default").withName(pod).withGracePeriod(0).delete();
    }

    void awaitPhase(String pod, String phase) {
        eventually(() -> phase.equals(client.pods()
                .inNamespace("default")
                .withName(pod)
                .get()
                .getStatus()
                .getPhase()));
    }

    /** Until somebody has told this about a pod. */
    void awaitEvent(String words) {
        eventually(() -> client.v1().events().inNamespace("default").list().getItems().stream()
                .anyMatch(event -> event.getMessage().contains(words)));
    }

    void awaitAmounts(String resource, int capacity, int allocatable) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            var status = client.nodes().withName(node.name()).get().getStatus();
            assertThat(List.of(
                            status.getCapacity()
                                    .getOrDefault(resource, new Quantity("0"))
                                    .getAmount(),
                            status.getAllocatable()
                                    .getOrDefault(resource, new Quantity("0"))
                                    .getAmount()))
                    .as(resource)
                    .containsExactly("" + capacity, "" + allocatable);
        });
    }

    Optional<String> driver(String address) throws KernelException {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(address));
    }

    /** The addresses that a container was told for a resource, one after the other. */
    static String addresses(ContainerView view, String resource) {
        String variable = ResourceName.parse(resource).variable(ResourceName.Variable.PCI_RESOURCE);
        assertThat(view.env()).containsKey(variable);
        return view.env().get(variable);
    }

    /** Without the nodes of single functions, which not every kernel has. */
    static List<String> groups(ContainerView view) {
        return view.devices().stream()
                .map(DeviceNode::path)
                .filter(path -> !path.startsWith("/dev/vfio/devices/"))
                .toList();
    }

    static void eventually(Callable<Boolean> reached) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(reached);
    }

    @Override
    public void close() throws IOException {
        door.close();
        sandbox.close();
    }
}
