package io.fairlead.sandbox.control;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpecBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.SimulatedDriver;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A sandbox with what tests of claims ask of it, in the default namespace. */
final class TestingCluster implements AutoCloseable {
    static final String CLASS = "simulated-gpu";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    final Sandbox sandbox;
    final KubernetesClient client;

    TestingCluster(int nodes) {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(nodes));
        client = sandbox.client();
    }

    void createDeviceClass() {
        client.resource(deviceClass()).create();
    }

    static DeviceClass deviceClass() {
        return new DeviceClassBuilder()
                .withNewMetadata()
                .withName(CLASS)
                .endMetadata()
                .withNewSpec()
                .addNewSelector()
                .withNewCel()
                .withExpression("device.driver == \"" + SimulatedDriver.NAME + "\"")
                .endCel()
                .endSelector()
                .endSpec()
                .build();
    }

    void createTemplate(String name, long devices) {
        client.resource(new ResourceClaimTemplateBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withNewMetadata()
                        .addToLabels("made-from", name)
                        .endMetadata()
                        .withSpec(asking(devices))
                        .endSpec()
                        .build())
                .create();
    }

    void createClaim(String name, long devices) {
        client.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .endMetadata()
                        .withSpec(asking(devices))
                        .build())
                .create();
    }

    static ResourceClaimSpec asking(long devices) {
        return new ResourceClaimSpecBuilder()
                .withNewDevices()
                .addNewRequest()
                .withName("gpu")
                .withNewExactly()
                .withDeviceClassName(CLASS)
                .withAllocationMode("ExactCount")
                .withCount(devices)
                .endExactly()
                .endRequest()
                .endDevices()
                .build();
    }

    /** A pod that wants one claim, from a template. */
    static PodBuilder podWithTemplate(String name, String template) {
        return pod(name)
                .editSpec()
                .addNewResourceClaim()
                .withName("gpu")
                .withResourceClaimTemplateName(template)
                .endResourceClaim()
                .endSpec();
    }

    /** A pod that wants a claim which others may use too. */
    static PodBuilder podWithClaim(String name, String claim) {
        return pod(name)
                .editSpec()
                .addNewResourceClaim()
                .withName("gpu")
                .withResourceClaimName(claim)
                .endResourceClaim()
                .endSpec();
    }

    static PodBuilder pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("default-scheduler")
                .addNewContainer()
                .withName("main")
                .withImage("registry.invalid/main")
                .endContainer()
                .endSpec();
    }

    Pod create(PodBuilder pod) {
        return client.resource(pod.build()).create();
    }

    void delete(String pod) {
        client.pods().inNamespace("default").withName(pod).delete();
    }

    @Nullable
    Pod find(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }

    Pod awaitPod(String name, Predicate<Pod> reached) {
        await().atMost(PATIENCE).until(() -> {
            Pod pod = find(name);
            return pod != null && reached.test(pod);
        });
        return Objects.requireNonNull(find(name));
    }

    Pod awaitRunning(String name) {
        return awaitPod(name, pod -> "Running".equals(pod.getStatus().getPhase()));
    }

    void awaitGone(String pod) {
        await().atMost(PATIENCE).until(() -> find(pod) == null);
    }

    List<ResourceClaim> claims() {
        return client.resources(ResourceClaim.class)
                .inNamespace("default")
                .list()
                .getItems();
    }

    void awaitClaims(Predicate<List<ResourceClaim>> reached) {
        await().atMost(PATIENCE).until(() -> reached.test(claims()));
    }

    static List<String> devices(ResourceClaim claim) {
        return Claims.allocationOf(claim).stream()
                .flatMap(allocation -> allocation.getDevices().getResults().stream())
                .map(DeviceRequestAllocationResult::getDevice)
                .toList();
    }

    void awaitEvent(String about, String reason, String text) {
        await().atMost(PATIENCE)
                .until(() -> client.v1().events().inNamespace("default").list().getItems().stream()
                        .anyMatch(event -> isAbout(event, about, reason, text)));
    }

    private static boolean isAbout(Event event, String about, String reason, String text) {
        return event.getInvolvedObject().getName().equals(about)
                && event.getReason().equals(reason)
                && event.getMessage().contains(text);
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
