package io.fairlead.sandbox.node;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** A sandbox with one node that nobody but the test has drivers on, and short words for what such tests do. */
final class NodeTestKit implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    final KubernetesClient client = sandbox.client();
    final SimulatedNode node;

    NodeTestKit(Path folder, KubeletPeriods periods) {
        node = sandbox.addNode(NodeOptions.in(folder, 1).withPeriods(periods));
    }

    /** All devices of a driver are of the class that has its name. */
    void deviceClass(String driver) {
        client.resource(new DeviceClassBuilder()
                        .withNewMetadata()
                        .withName(driver)
                        .endMetadata()
                        .withNewSpec()
                        .addNewSelector()
                        .withNewCel("device.driver == \"" + driver + "\"")
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
    }

    /** A driver that the kubelet has taken, or refused. */
    ScriptedDriver driver(String name, String... versions) throws IOException {
        ScriptedDriver driver = new ScriptedDriver(node, name, versions);
        eventually(() -> !driver.registrations.isEmpty());
        return driver;
    }

    List<ResourceSlice> slices() {
        return client.resources(ResourceSlice.class).list().getItems();
    }

    ResourceClaim claim(String name, String... drivers) {
        ResourceClaimBuilder claim = new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNewDevices()
                .endDevices()
                .endSpec();
        for (String driver : drivers) {
            claim.editSpec()
                    .editDevices()
                    .addNewRequest()
                    .withName(driver.replace('.', '-'))
                    .withNewExactly()
                    .withDeviceClassName(driver)
                    .withAllocationMode("ExactCount")
                    .withCount(1L)
                    .endExactly()
                    .endRequest()
                    .endDevices()
                    .endSpec();
        }
        return client.resource(claim.build()).create();
    }

    /** A pod whose one container uses these claims. */
    Pod podWithClaims(String name, String... claims) {
        PodBuilder pod = pod(name);
        for (String claim : claims) {
            pod.editSpec()
                    .addNewResourceClaim()
                    .withName(claim)
                    .withResourceClaimName(claim)
                    .endResourceClaim()
                    .editFirstContainer()
                    .editOrNewResources()
                    .addNewClaim(claim, null)
                    .endResources()
                    .endContainer()
                    .endSpec();
        }
        return client.resource(pod.build()).create();
    }

    /** A pod whose one container asks for so many of a resource; it is on the node whatever a scheduler thinks of it. */
    Pod podWithDevices(String name, String resource, int count) {
        return client.resource(pod(name)
                        .editSpec()
                        .withNodeName(node.name())
                        .editFirstContainer()
                        .withNewResources()
                        .addToLimits(resource, new Quantity(Integer.toString(count)))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private static PodBuilder pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("registry.invalid/main")
                .endContainer()
                .endSpec();
    }

    Pod current(String pod) {
        return Objects.requireNonNull(
                client.pods().inNamespace("default").withName(pod).get());
    }

    void delete(String pod) {
        client.pods().inNamespace("default").withName(pod).delete();
    }

    void forceDelete(String pod) {
        client.pods().inNamespace("default").withName(pod).withGracePeriod(0).delete();
    }

    void awaitGone(String pod) {
        eventually(() -> client.pods().inNamespace("default").withName(pod).get() == null);
    }

    Pod awaitPhase(String pod, String phase) {
        eventually(() -> phase.equals(current(pod).getStatus().getPhase()));
        return current(pod);
    }

    void awaitEvent(String pod, String reason, String text) {
        eventually(() -> client.v1().events().inNamespace("default").list().getItems().stream()
                .anyMatch(event -> event.getInvolvedObject().getName().equals(pod)
                        && event.getReason().equals(reason)
                        && event.getMessage().contains(text)));
    }

    void eventually(Callable<Boolean> reached) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(reached);
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
