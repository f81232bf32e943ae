package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A sandbox that knows Harvester's objects and KubeVirt's, with one simulated machine, its kubelet and its whole agent. */
final class ClaimCluster implements AutoCloseable {
    static final Duration LONG = Duration.ofMinutes(3);
    private static final List<Class<? extends CustomResource<?, ?>>> KINDS = List.of(
            PciDevice.class,
            PciDeviceClaim.class,
            SriovNetworkDevice.class,
            KubeVirt.class,
            VirtualMachineInstance.class);

    private final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    private final KubernetesClient client = sandbox.client();
    private final SimulatedNode node;
    private final SimulatedKernel kernel;
    private final Supplier<AgentOptions> options;
    private Agent agent;

    ClaimCluster(String name, SimulatedKernel kernel, Path folder, Supplier<OfferRules> rules) throws IOException {
        for (Class<? extends CustomResource<?, ?>> kind : KINDS) {
            String definition = "/crds/%s-v1.yml".formatted(CustomResource.getCRDName(kind));
            client.load(Objects.requireNonNull(kind.getResourceAsStream(definition)))
                    .create();
            await().atMost(LONG).until(() -> client.supports(kind));
        }
        node = sandbox.addNode(NodeOptions.in(folder.resolve("node"), 1).withName(name));
        this.kernel = kernel;
        options = () -> AgentOptions.of(name, client, kernel)
                .withRules(rules)
                .withKubelet(KubeletFolder.at(node.kubeletRoot()))
                .withFolders(node.cdi(), Path.of("/dev"), folder.resolve("state"))
                .withTimes(Duration.ofSeconds(1), Duration.ZERO);
        agent = Agent.start(options.get());
    }

    /** Starts the machine anew, with its kubelet and its agent. */
    void reboot() throws IOException, KernelException {
        agent.close();
        kernel.reboot();
        node.restart();
        agent = Agent.start(options.get());
    }

    KubernetesClient client() {
        return client;
    }

    Agent agent() {
        return agent;
    }

    SimulatedNode node() {
        return node;
    }

    void create(String objects) {
        client.load(new ByteArrayInputStream(objects.getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(object -> client.resource(object).create());
    }

    /** With what else its spec says, such as {@code , disableResourcePooling: true}. */
    String claim(String address, String more) {
        return """
                ---
                apiVersion: devices.harvesterhci.io/v1beta1
                kind: PCIDeviceClaim
                metadata: {name: %s}
                spec: {address: "%s", nodeName: %s, userName: carol%s}
                """.formatted(Cards.claim(node.name(), address).name(), address, node.name(), more);
    }

    void awaitDevices(int count) {
        await().atMost(LONG)
                .until(() -> client.resources(PciDevice.class).list().getItems().stream()
                                .filter(device -> device.getStatus() != null)
                                .count()
                        == count);
    }

    /** Until the claim's condition has this reason, and these words in its message. */
    void awaitClaim(String address, String reason, String... words) {
        String name = Cards.claim(node.name(), address).name();
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(condition(name)).as(name).hasValueSatisfying(condition -> {
                    assertThat(condition.getReason()).isEqualTo(reason);
                    assertThat(List.of(words))
                            .allSatisfy(
                                    word -> assertThat(condition.getMessage()).contains(word));
                }));
    }

    void delete(String address) {
        client.resources(PciDeviceClaim.class)
                .withName(Cards.claim(node.name(), address).name())
                .delete();
    }

    private Optional<Condition> condition(String claim) {
        return Stream.ofNullable(
                        client.resources(PciDeviceClaim.class).withName(claim).get())
                .flatMap(found -> Stream.ofNullable(found.getStatus()))
                .flatMap(status -> Stream.ofNullable(status.more().get("conditions")))
                .flatMap(all -> Stream.of(client.getKubernetesSerialization().convertValue(all, Condition[].class)))
                .filter(condition -> condition.getType().equals("Ready"))
                .findFirst();
    }

    void awaitAllocatable(String resource, int count) {
        await(resource)
                .atMost(LONG)
                .untilAsserted(() -> assertThat(client.nodes()
                                .withName(node.name())
                                .get()
                                .getStatus()
                                .getAllocatable()
                                .getOrDefault(resource, new Quantity("0")))
                        .isEqualTo(new Quantity("" + count)));
    }

    /** With what its container asks for, and its claims. */
    Pod pod(String name, String resources, String claims) {
        return client.getKubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default}
                spec:
                  resourceClaims: %s
                  containers: [{name: main, image: registry.invalid/main, resources: {%s}}]
                """.formatted(name, claims, resources), Pod.class);
    }

    /** Runs a pod through the scheduler and the kubelet. */
    ContainerView run(Pod pod) {
        Pod created = client.resource(pod).create();
        String container = pod.getSpec().getContainers().getFirst().getName();
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.container(created, container))
                        .as(() -> "%s".formatted(client.resource(created).get()))
                        .isPresent());
        return node.container(created, container).orElseThrow();
    }

    @Override
    public void close() {
        agent.close();
        sandbox.close();
    }
}
