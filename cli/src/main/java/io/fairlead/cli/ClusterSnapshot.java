package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.allocation.AllocatedDevice;
import io.fairlead.allocation.Cluster;
import io.fairlead.allocation.Features;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The objects that decide where claims fit, read from a cluster, from files, or from both: a file's object wins. */
final class ClusterSnapshot {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "Node", Node.class,
            "Pod", Pod.class,
            "ResourceClaim", ResourceClaim.class,
            "ResourceClaimTemplate", ResourceClaimTemplate.class,
            "ResourceSlice", ResourceSlice.class,
            "DeviceClass", DeviceClass.class);
    private static final ResourceDefinitionContext MACHINES = new ResourceDefinitionContext.Builder()
            .withGroup("kubevirt.io")
            .withVersion("v1")
            .withKind("VirtualMachineInstance")
            .withPlural("virtualmachineinstances")
            .withNamespaced(true)
            .build();

    private record Key(String kind, String namespace, String name) {}

    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final Map<Key, HasMetadata> objects = new LinkedHashMap<>();

    /** Everything from the cluster that explanations need; machines only when one is asked for. */
    void readFrom(KubernetesClient client, boolean machines) {
        KINDS.values().stream()
                .filter(type -> !type.equals(Pod.class))
                .forEach(type ->
                        addAll(client.resources(type).inAnyNamespace().list().getItems()));
        addAll(client.pods().inAnyNamespace().list().getItems());
        if (machines) {
            addAll(client.genericKubernetesResources(MACHINES)
                    .inAnyNamespace()
                    .list()
                    .getItems());
        }
    }

    private void addAll(Collection<? extends HasMetadata> found) {
        found.forEach(object -> add(object, ""));
    }

    /** Adds an object of a file; one without a namespace belongs to the given one. */
    HasMetadata add(HasMetadata object, String namespace) {
        Class<? extends HasMetadata> type = KINDS.get(object.getKind());
        HasMetadata typed = type == null || type.isInstance(object) ? object : serialization.convertValue(object, type);
        boolean global = Set.of("Node", "ResourceSlice", "DeviceClass").contains(typed.getKind());
        if (typed.getMetadata().getNamespace() == null && !global && !namespace.isEmpty()) {
            typed.getMetadata().setNamespace(namespace);
        }
        String within = typed.getMetadata().getNamespace();
        objects.put(
                new Key(
                        typed.getKind(),
                        within == null ? "" : within,
                        String.valueOf(typed.getMetadata().getName())),
                typed);
        return typed;
    }

    <T extends HasMetadata> Optional<T> find(Class<T> type, String namespace, String name) {
        return Optional.ofNullable(objects.get(new Key(type.getSimpleName(), namespace, name)))
                .map(type::cast);
    }

    Optional<GenericKubernetesResource> machine(String namespace, String name) {
        return Optional.ofNullable(objects.get(new Key("VirtualMachineInstance", namespace, name)))
                .map(GenericKubernetesResource.class::cast);
    }

    <T extends HasMetadata> List<T> all(Class<T> type) {
        return objects.values().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** The state that the allocator decides on. */
    Cluster cluster() {
        return new Cluster(
                Features.DEFAULT,
                all(DeviceClass.class),
                all(ResourceSlice.class),
                all(ResourceClaim.class).stream()
                        .flatMap(claim -> AllocatedDevice.of(claim).stream())
                        .toList());
    }
}
