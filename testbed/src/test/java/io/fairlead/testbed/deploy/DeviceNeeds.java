package io.fairlead.testbed.deploy;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What the door of the device plugins needs: Harvester's objects, KubeVirt's list, the pods of its node. */
final class DeviceNeeds {
    private static final List<Class<? extends CustomResource<?, ?>>> KINDS =
            List.of(PciDevice.class, PciDeviceClaim.class, SriovNetworkDevice.class, KubeVirt.class);

    private static final String HARVESTER = "/apis/devices.harvesterhci.io/v1beta1/";

    static List<Need> all() {
        return Stream.of(
                        List.of(
                                new Need(
                                        "nodes",
                                        "list",
                                        (agent, _) -> agent.nodes().list()),
                                watch("/api/v1/", "nodes"),
                                new Need(
                                        "pods",
                                        "list",
                                        (agent, world) -> agent.pods()
                                                .inAnyNamespace()
                                                .withField("spec.nodeName", world.node())
                                                .list()),
                                watch("/api/v1/", "pods"),
                                create("pcidevices", PciDevice.class),
                                patch("pcidevices", PciDevice.class),
                                delete("pcidevices", PciDevice.class),
                                patch("pcideviceclaims", PciDeviceClaim.class),
                                create("sriovnetworkdevices", SriovNetworkDevice.class),
                                delete("sriovnetworkdevices", SriovNetworkDevice.class),
                                patch("kubevirts", KubeVirt.class),
                                watch("/apis/kubevirt.io/v1/", "kubevirts"),
                                list("kubevirts", KubeVirt.class)),
                        ofHarvester("pcidevices", PciDevice.class),
                        ofHarvester("pcideviceclaims", PciDeviceClaim.class),
                        ofHarvester("sriovnetworkdevices", SriovNetworkDevice.class))
                .flatMap(List::stream)
                .toList();
    }

    private DeviceNeeds() {}

    /** Makes the cluster know the kinds; they stay. */
    static void define(KubernetesClient admin) {
        for (Class<? extends CustomResource<?, ?>> kind : KINDS) {
            String name = CustomResource.getCRDName(kind);
            // Other tests may have defined them too, by other means.
            admin.load(Objects.requireNonNull(kind.getResourceAsStream("/crds/%s-v1.yml".formatted(name))))
                    .items()
                    .forEach(definition ->
                            admin.resource(definition).forceConflicts().serverSideApply());
            await().atMost(Duration.ofMinutes(1)).until(() -> admin.supports(kind));
        }
    }

    private static List<Need> ofHarvester(String resource, Class<? extends HasMetadata> kind) {
        return List.of(list(resource, kind), watch(HARVESTER, resource), patchStatus(resource, kind));
    }

    private static Need list(String resource, Class<? extends HasMetadata> kind) {
        return new Need(
                resource,
                "list",
                (agent, _) -> agent.resources(kind).inAnyNamespace().list());
    }

    private static Need watch(String path, String resource) {
        return new Need(resource, "watch", (agent, _) -> agent.raw(path + resource + "?watch=true&timeoutSeconds=1"));
    }

    private static Need create(String resource, Class<? extends HasMetadata> kind) {
        return new Need(
                resource,
                "create",
                (agent, world) -> agent.resource(object(kind, world)).create());
    }

    private static Need patch(String resource, Class<? extends HasMetadata> kind) {
        return new Need(
                resource,
                "patch",
                (agent, world) -> agent.resource(created(kind, world))
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"labels\":{\"seen\":\"yes\"}}}"));
    }

    private static Need patchStatus(String resource, Class<? extends HasMetadata> kind) {
        return new Need(
                resource + "/status",
                "patch",
                (agent, world) -> agent.resource(created(kind, world))
                        .subresource("status")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"conditions\":[]}}"));
    }

    private static Need delete(String resource, Class<? extends HasMetadata> kind) {
        return new Need(
                resource,
                "delete",
                (agent, world) -> agent.resource(created(kind, world)).delete());
    }

    private static HasMetadata created(Class<? extends HasMetadata> kind, AgentWorld world) {
        return world.admin().resource(object(kind, world)).create();
    }

    /** One that goes with the test's namespace, or with its node. */
    private static HasMetadata object(Class<? extends HasMetadata> kind, AgentWorld world) {
        try {
            HasMetadata object = kind.getConstructor().newInstance();
            object.setMetadata(new ObjectMetaBuilder()
                    .withGenerateName(world.node() + "-")
                    .addToLabels("nodename", world.node())
                    .build());
            if (object instanceof Namespaced) {
                object.getMetadata().setNamespace(world.namespace());
            }
            return object;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
