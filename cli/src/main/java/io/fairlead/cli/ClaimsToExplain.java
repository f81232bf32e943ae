package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the claims behind a claim's, a pod's or a machine's name, with the defaults that the API server would set. */
final class ClaimsToExplain {
    /** The objects of a file that ask for devices, and what they are called on the command line. */
    static final Map<String, String> KINDS =
            Map.of("ResourceClaim", "claim", "Pod", "pod", "VirtualMachineInstance", "vmi");

    private final ClusterSnapshot snapshot;

    ClaimsToExplain(ClusterSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    List<ResourceClaim> ofClaim(String namespace, String name) {
        return List.of(withDefaults(snapshot.find(ResourceClaim.class, namespace, name)
                .orElseThrow(() -> new Refusal("there is no ResourceClaim " + namespace + "/" + name))));
    }

    List<ResourceClaim> ofPod(String namespace, String name) {
        return ofPod(snapshot.find(Pod.class, namespace, name)
                .orElseThrow(() -> new Refusal("there is no Pod " + namespace + "/" + name)));
    }

    private List<ResourceClaim> ofPod(Pod pod) {
        return pod.getSpec().getResourceClaims().stream()
                .map(reference -> resolve(pod, reference))
                .toList();
    }

    /** By its launcher pod; before there is one, by what the machine itself asks for. */
    List<ResourceClaim> ofMachine(String namespace, String name) {
        Optional<Pod> launcher = snapshot.all(Pod.class).stream()
                .filter(pod -> namespace.equals(pod.getMetadata().getNamespace()))
                .filter(pod -> pod.getMetadata().getLabels() != null
                        && name.equals(pod.getMetadata().getLabels().get("vm.kubevirt.io/name")))
                .filter(pod -> pod.getStatus() == null
                        || !List.of("Succeeded", "Failed")
                                .contains(String.valueOf(pod.getStatus().getPhase())))
                .findFirst();
        if (launcher.isPresent()) {
            return ofPod(launcher.get());
        }
        GenericKubernetesResource machine = snapshot.machine(namespace, name)
                .orElseThrow(() -> new Refusal("there is no VirtualMachineInstance " + namespace + "/" + name));
        Object claims = machine.get("spec", "resourceClaims");
        PodResourceClaim[] references = claims == null
                ? new PodResourceClaim[0]
                : new KubernetesSerialization().convertValue(claims, PodResourceClaim[].class);
        Pod imagined = new Pod();
        imagined.setMetadata(machine.getMetadata());
        return Arrays.stream(references)
                .map(reference -> resolve(imagined, reference))
                .toList();
    }

    private ResourceClaim resolve(Pod pod, PodResourceClaim reference) {
        String namespace = pod.getMetadata().getNamespace();
        String name = reference.getResourceClaimName() != null
                ? reference.getResourceClaimName()
                : generatedName(pod, reference.getName());
        if (!name.isEmpty()) {
            return ofClaim(namespace, name).get(0);
        }
        ResourceClaimTemplate template = snapshot.find(
                        ResourceClaimTemplate.class,
                        namespace,
                        String.valueOf(reference.getResourceClaimTemplateName()))
                .orElseThrow(() -> new Refusal("there is no ResourceClaimTemplate " + namespace + "/"
                        + reference.getResourceClaimTemplateName() + ", which resourceClaims[" + reference.getName()
                        + "] of " + pod.getMetadata().getName() + " names"));
        return withDefaults(new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(pod.getMetadata().getName() + "-" + reference.getName())
                .endMetadata()
                .withSpec(template.getSpec().getSpec())
                .build());
    }

    private static String generatedName(Pod pod, String reference) {
        if (pod.getStatus() == null) {
            return "";
        }
        return pod.getStatus().getResourceClaimStatuses().stream()
                .filter(status -> status.getName().equals(reference) && status.getResourceClaimName() != null)
                .map(status -> status.getResourceClaimName())
                .findFirst()
                .orElse("");
    }

    static ResourceClaim withDefaults(ResourceClaim claim) {
        ResourceClaim copy = new ResourceClaimBuilder(claim).build();
        for (DeviceRequest request : copy.getSpec().getDevices().getRequests()) {
            if (request.getExactly() != null) {
                var exactly = request.getExactly();
                exactly.setAllocationMode(mode(exactly.getAllocationMode()));
                exactly.setCount(count(exactly.getAllocationMode(), exactly.getCount()));
            }
            request.getFirstAvailable().forEach(alternative -> {
                alternative.setAllocationMode(mode(alternative.getAllocationMode()));
                alternative.setCount(count(alternative.getAllocationMode(), alternative.getCount()));
            });
        }
        return copy;
    }

    private static String mode(@Nullable String mode) {
        return mode == null || mode.isEmpty() ? "ExactCount" : mode;
    }

    private static @Nullable Long count(String mode, @Nullable Long count) {
        return mode.equals("ExactCount") && (count == null || count == 0) ? Long.valueOf(1) : count;
    }

    /** Whether it has devices already; then there is nothing to find for it. */
    static boolean isAllocated(ResourceClaim claim) {
        return claim.getStatus() != null && claim.getStatus().getAllocation() != null;
    }

    /** What an allocated claim has. */
    static String devices(ResourceClaim claim) {
        Map<String, List<String>> byPool = claim.getStatus().getAllocation().getDevices().getResults().stream()
                .collect(Collectors.groupingBy(
                        DeviceRequestAllocationResult::getPool,
                        TreeMap::new,
                        Collectors.mapping(DeviceRequestAllocationResult::getDevice, Collectors.toList())));
        return "claim " + claim.getMetadata().getNamespace() + "/"
                + claim.getMetadata().getName() + " has its devices already: "
                + byPool.entrySet().stream()
                        .map(pool -> String.join(", ", pool.getValue()) + " of pool " + pool.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Whether an object of a file is only there to hold devices. */
    static boolean isHolder(HasMetadata object) {
        return object instanceof ResourceClaim claim && isAllocated(claim);
    }
}
