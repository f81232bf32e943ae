package io.fairlead.testbed.deploy;

import static io.fairlead.testbed.deploy.AgentWorld.DRIVER;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.stream.Stream;

/** One verb on one resource, and the call of the agent that needs it. */
record Need(String resource, String verb, Call call) {
    /** @see AgentWorld what there is for the agent to work on */
    interface Call {
        void make(KubernetesClient agent, AgentWorld world);
    }

    static final Need READ_POD = new Need(
            "pods",
            "get",
            (agent, world) -> agent.pods()
                    .inNamespace(world.namespace())
                    .withName(world.pod())
                    .get());

    /** Of the first door, and of both. */
    private static final List<Need> SHARED = List.of(
            new Need(
                    "nodes",
                    "get",
                    (agent, world) -> agent.nodes().withName(world.node()).get()),
            new Need(
                    "resourceslices",
                    "list",
                    (agent, world) -> agent.resources(ResourceSlice.class)
                            .withField("spec.driver", DRIVER)
                            .withField("spec.nodeName", world.node())
                            .list()),
            new Need(
                    "resourceslices",
                    "watch",
                    (agent, world) -> agent.raw(
                            "/apis/resource.k8s.io/v1/resourceslices?watch=true&timeoutSeconds=1&fieldSelector=spec.driver%3D"
                                    + DRIVER)),
            new Need(
                    "resourceslices",
                    "create",
                    (agent, world) ->
                            agent.resource(world.slice(DRIVER, world.node())).create()),
            new Need("resourceslices", "update", (agent, world) -> {
                ResourceSlice slice = world.publish(DRIVER, world.node());
                agent.resource(new ResourceSliceBuilder(slice)
                                .editSpec()
                                .editPool()
                                .withGeneration(2L)
                                .endPool()
                                .endSpec()
                                .build())
                        .update();
            }),
            new Need(
                    "resourceslices",
                    "delete",
                    (agent, world) ->
                            agent.resource(world.publish(DRIVER, world.node())).delete()),
            new Need(
                    "resourceclaims",
                    "get",
                    (agent, world) -> agent.resources(ResourceClaim.class)
                            .inNamespace(world.namespace())
                            .withName(world.claim())
                            .get()),
            new Need(
                    "resourceclaims",
                    "list",
                    (agent, world) -> agent.resources(ResourceClaim.class)
                            .inAnyNamespace()
                            .list()),
            new Need("resourceclaims/status", "patch", Need::writeDeviceStatus),
            new Need("resourceclaims/driver", "associated-node:patch", Need::writeDeviceStatus),
            READ_POD,
            new Need(
                    "events",
                    "create",
                    (agent, world) -> agent.v1().events().resource(event(world)).create()),
            new Need("events", "patch", (agent, world) -> {
                Event told = world.admin().v1().events().resource(event(world)).create();
                agent.v1().events().resource(told).patch(PatchContext.of(PatchType.JSON_MERGE), "{\"count\": 2}");
            }));

    static final List<Need> ALL =
            Stream.of(SHARED, DeviceNeeds.all()).flatMap(List::stream).toList();

    /** As in a rule of a role. */
    @Override
    public String toString() {
        return verb + " " + resource;
    }

    static void writeDeviceStatus(KubernetesClient agent, AgentWorld world) {
        ResourceClaim status = new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace(world.namespace())
                .withName(world.claim())
                .endMetadata()
                .withNewStatus()
                .addNewDevice()
                .withDriver(DRIVER)
                .withPool(world.node())
                .withDevice("device")
                .withNewNetworkData()
                // Another one each time: what is written already needs no permission.
                .withHardwareAddress("02:00:00:" + Long.toHexString(System.nanoTime()))
                .endNetworkData()
                .endDevice()
                .endStatus()
                .build();
        agent.resource(status)
                .subresource("status")
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                                .withFieldManager(DRIVER)
                                .withForce(true)
                                .build(),
                        status);
    }

    private static Event event(AgentWorld world) {
        return new EventBuilder()
                .withNewMetadata()
                .withGenerateName("agent-")
                .withNamespace(world.namespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withNamespace(world.namespace())
                .withName(world.claim())
                .endInvolvedObject()
                .withReason("Test")
                .build();
    }
}
