package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** One pod with one device, told step by step as it happens. */
final class Demo {
    static final String NAME = "demo";
    private static final String NAMESPACE = "default";
    private static final long PATIENCE_SECONDS = 30;

    private final KubernetesClient client;
    private final Consumer<String> say;

    Demo(KubernetesClient client, Consumer<String> say) {
        this.client = client;
        this.say = say;
    }

    void run() {
        InputStream manifest = Objects.requireNonNull(Demo.class.getResourceAsStream("demo.yaml"));
        for (HasMetadata object : client.load(manifest).items()) {
            HasMetadata created = client.resource(object).inNamespace(NAMESPACE).create();
            say.accept("created %s %s"
                    .formatted(created.getKind(), created.getMetadata().getName()));
        }
        Resource<Pod> pod = client.pods().inNamespace(NAMESPACE).withName(NAME);
        String claimName = await(
                        pod,
                        found -> !found.getStatus().getResourceClaimStatuses().isEmpty())
                .getStatus()
                .getResourceClaimStatuses()
                .getFirst()
                .getResourceClaimName();
        say.accept("claim %s was made from the template".formatted(claimName));
        ResourceClaim claim = await(
                client.resources(ResourceClaim.class).inNamespace(NAMESPACE).withName(claimName),
                found -> found.getStatus() != null && found.getStatus().getAllocation() != null);
        say.accept("claim %s was allocated: %s".formatted(claimName, devices(claim)));
        say.accept("pod %s was scheduled to %s"
                .formatted(
                        NAME,
                        await(pod, found -> found.getSpec().getNodeName() != null)
                                .getSpec()
                                .getNodeName()));
        await(pod, found -> "Running".equals(found.getStatus().getPhase()));
        say.accept("pod %s is Running".formatted(NAME));
    }

    private <T extends HasMetadata> T await(Resource<T> resource, Predicate<T> reached) {
        try {
            return resource.waitUntilCondition(
                    found -> found != null && reached.test(found), PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            throw new Refusal("nothing more happened for %d seconds: %s".formatted(PATIENCE_SECONDS, obstacle()), e);
        }
    }

    private String obstacle() {
        Pod pod = client.pods().inNamespace(NAMESPACE).withName(NAME).get();
        return pod == null
                ? "pod " + NAME + " is gone"
                : pod.getStatus().getConditions().stream()
                        .filter(condition -> condition.getStatus().equals("False"))
                        .map(PodCondition::getMessage)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse("pod " + NAME + " is " + pod.getStatus().getPhase());
    }

    private static String devices(ResourceClaim claim) {
        return claim.getStatus().getAllocation().getDevices().getResults().stream()
                .map(result -> "device %s of pool %s, driver %s"
                        .formatted(result.getDevice(), result.getPool(), result.getDriver()))
                .collect(Collectors.joining("; "));
    }
}
