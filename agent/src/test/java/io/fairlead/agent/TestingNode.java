package io.fairlead.agent;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.DurableFiles;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.SampleMachine;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.health.v1.DRAResourceHealthGrpc;
import io.fairlead.wire.health.v1.DeviceHealth;
import io.fairlead.wire.health.v1.NodeWatchResourcesRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node of a sandbox with a simulated machine and an agent that can be killed; the test itself plays the kubelet. */
final class TestingNode implements AutoCloseable {
    private final Path root;
    private final KubernetesClient client;
    private @Nullable Agent agent;

    final SimulatedKernel kernel;
    final String name;
    FileStore files = new DurableFiles();
    OfferRules rules = OfferRules.parse(TestingMachine.RULES);

    /** {@code name} is that of the node, and in front of the names of its claims and pods. */
    TestingNode(String name, Path root, KubernetesClient client) {
        this.name = name;
        this.root = root;
        this.client = client;
        this.kernel = SimulatedKernel.of(SampleMachine.tree(), Duration.ofMillis(300));
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    Path cdi() {
        return root.resolve("cdi");
    }

    Path kubeletRoot() {
        return root.resolve("k");
    }

    AgentOptions options() {
        return AgentOptions.of(name, client, kernel)
                .withRules(rules)
                .withKubelet(KubeletFolder.at(kubeletRoot()))
                .withFolders(cdi(), Path.of("/dev"), root.resolve("state"))
                .withFiles(files)
                // No time at all, but two looks: one alone may have begun before what the test has just told.
                .withTimes(Duration.ofSeconds(30), Duration.ofNanos(1));
    }

    Agent start() throws IOException {
        return start(options());
    }

    Agent start(AgentOptions options) throws IOException {
        agent = Agent.start(options);
        return agent;
    }

    /** As kill -9 does: nothing is said to anybody. What was in memory is gone. */
    void kill() {
        if (agent != null) {
            agent.close();
            agent = null;
        }
    }

    Map<String, Device> published() {
        Map<String, Device> devices = new TreeMap<>();
        for (ResourceSlice slice : client.resources(ResourceSlice.class)
                .withField("spec.nodeName", name)
                .list()
                .getItems()) {
            slice.getSpec().getDevices().forEach(device -> devices.put(device.getName(), device));
        }
        return devices;
    }

    void awaitPublished(String... names) {
        await().atMost(Duration.ofMinutes(2)).until(() -> published().keySet().containsAll(List.of(names)));
    }

    DeviceRequestAllocationResult result(String request, String device) {
        return new DeviceRequestAllocationResultBuilder()
                .withRequest(request)
                .withDriver(PciDriver.NAME)
                .withPool(name)
                .withDevice(device)
                .build();
    }

    ResourceClaim claim(String shortName, DeviceRequestAllocationResult... results) {
        return claim(shortName, List.of(results), List.of(), Map.of());
    }

    /** A claim that the scheduler has allocated, for a pod of the same name with these annotations. */
    ResourceClaim claim(
            String shortName,
            List<DeviceRequestAllocationResult> results,
            List<DeviceAllocationConfiguration> configs,
            Map<String, String> podAnnotations) {
        String claimName = name + "-" + shortName;
        ResourceClaim created = client.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(claimName)
                        .endMetadata()
                        .withNewSpec()
                        .withNewDevices()
                        .withRequests(results.stream()
                                .map(result -> new DeviceRequestBuilder()
                                        .withName(result.getRequest())
                                        .withNewExactly()
                                        .withDeviceClassName("any")
                                        .endExactly()
                                        .build())
                                .toList())
                        .endDevices()
                        .endSpec()
                        .build())
                .create();
        Pod pod = pod(claimName, claimName, podAnnotations);
        return client.resource(created.edit()
                        .withNewStatus()
                        .withNewAllocation()
                        .withNewDevices()
                        .withResults(results)
                        .withConfig(configs)
                        .endDevices()
                        .endAllocation()
                        .addNewReservedFor()
                        .withResource("pods")
                        .withName(pod.getMetadata().getName())
                        .withUid(pod.getMetadata().getUid())
                        .endReservedFor()
                        .endStatus()
                        .build())
                .updateStatus();
    }

    /** A pod that calls the claim "own". */
    Pod pod(String podName, String claim, Map<String, String> annotations) {
        return client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(podName)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(name)
                        .addNewContainer()
                        .withName("c")
                        .withImage("i")
                        .endContainer()
                        .addNewResourceClaim()
                        .withName("own")
                        .withResourceClaimName(claim)
                        .endResourceClaim()
                        .endSpec()
                        .build())
                .create();
    }

    private static Claim wire(ResourceClaim claim) {
        return Claim.newBuilder()
                .setNamespace(claim.getMetadata().getNamespace())
                .setName(claim.getMetadata().getName())
                .setUid(claim.getMetadata().getUid())
                .build();
    }

    private UnixChannel channel() {
        return UnixChannel.to(new SocketPath(kubeletRoot().resolve("plugins/" + PciDriver.NAME + "/dra.sock")));
    }

    NodePrepareResourceResponse prepare(ResourceClaim claim) {
        try (UnixChannel channel = channel()) {
            return DRAPluginGrpc.newBlockingStub(channel.channel())
                    .nodePrepareResources(NodePrepareResourcesRequest.newBuilder()
                            .addClaims(wire(claim))
                            .build())
                    .getClaimsOrThrow(claim.getMetadata().getUid());
        }
    }

    String unprepare(ResourceClaim claim) {
        try (UnixChannel channel = channel()) {
            return DRAPluginGrpc.newBlockingStub(channel.channel())
                    .nodeUnprepareResources(NodeUnprepareResourcesRequest.newBuilder()
                            .addClaims(wire(claim))
                            .build())
                    .getClaimsOrThrow(claim.getMetadata().getUid())
                    .getError();
        }
    }

    /** How the driver says that one of its devices is; empty if it does not say. */
    Optional<DeviceHealth> health(String device) {
        try (UnixChannel channel = channel()) {
            return DRAResourceHealthGrpc.newBlockingStub(channel.channel())
                    .nodeWatchResources(NodeWatchResourcesRequest.getDefaultInstance())
                    .next()
                    .getDevicesList()
                    .stream()
                    .filter(known -> known.getDevice().getDeviceName().equals(device))
                    .findFirst();
        }
    }

    /** The content of a claim's CDI file. */
    String cdiOf(ResourceClaim claim) throws IOException {
        return Files.readString(cdi().resolve("pci.fairlead.io-claim_%s.json"
                .formatted(claim.getMetadata().getUid())));
    }

    /** The content of the metadata file of one of a claim's requests. */
    String metadataOf(ResourceClaim claim, String request) throws IOException {
        return Files.readString(kubeletRoot()
                .resolve("plugins/%s/dra-device-metadata/default_%s/%s/metadata.json"
                        .formatted(PciDriver.NAME, claim.getMetadata().getName(), request)));
    }

    String driver(String function) throws Exception {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(function)).orElse("none");
    }

    List<String> events(String reason) {
        return client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> reason.equals(event.getReason())
                        && event.getInvolvedObject().getName().startsWith(name))
                .map(event -> event.getMessage())
                .toList();
    }

    @Override
    public void close() {
        kill();
    }
}
