package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fairlead.reconcile.Timestamps;
import io.fairlead.sandbox.node.device.Amount;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The node's own objects: its Node, with what it has to offer, and its Lease. */
final class NodeStatus {
    private static final int LEASE_SECONDS = 40;
    private static final Map<String, Quantity> CAPACITY =
            Map.of("cpu", new Quantity("8"), "memory", new Quantity("32Gi"), "pods", new Quantity("110"));

    private final KubernetesClient client;
    private final NodeOptions options;
    private final InstantSource clock;
    // Owned by the one thread that reports; a resource that was ever there is reported as zero when it is gone.
    private final Set<String> reported = new HashSet<>();

    NodeStatus(KubernetesClient client, NodeOptions options, InstantSource clock) {
        this.client = client;
        this.options = options;
        this.clock = clock;
    }

    /** Makes the Node if there is none, and says that it is ready. */
    void register() {
        String name = options.name();
        Node found = client.nodes().withName(name).get();
        Node registered = found != null
                ? found
                : client.resource(new NodeBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .addToLabels("kubernetes.io/hostname", name)
                                .addToLabels("kubernetes.io/os", "linux")
                                .addToLabels("kubernetes.io/arch", "amd64")
                                .endMetadata()
                                .withNewSpec()
                                .endSpec()
                                .build())
                        .create();
        if (registered.getStatus() != null && registered.getStatus().getCapacity() != null) {
            reported.addAll(registered.getStatus().getCapacity().keySet());
            reported.removeAll(CAPACITY.keySet());
        }
        String now = Timestamps.seconds(clock.instant());
        client.resource(new NodeBuilder(registered)
                        .withNewStatus()
                        .withCapacity(CAPACITY)
                        .withAllocatable(CAPACITY)
                        .addNewAddress(options.address(), "InternalIP")
                        .addNewAddress(name, "Hostname")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withReason("SimulatedNodeReady")
                        .withMessage("simulated node takes pods; it runs no containers")
                        .withLastHeartbeatTime(now)
                        .withLastTransitionTime(now)
                        .endCondition()
                        .withNewNodeInfo()
                        .withKubeletVersion("v1.36.3-simulated")
                        .withOperatingSystem("linux")
                        .withArchitecture("amd64")
                        .withContainerRuntimeVersion("simulated://none")
                        .withKernelVersion("none")
                        .withOsImage("none")
                        .withMachineID("")
                        .withSystemUUID("")
                        .withBootID("")
                        .withKubeProxyVersion("")
                        .endNodeInfo()
                        .endStatus()
                        .build())
                .updateStatus();
    }

    /** Says how many devices there are now. */
    void report(Map<String, Amount> devices) {
        reported.addAll(devices.keySet());
        if (reported.isEmpty()) {
            return;
        }
        Map<String, String> capacity = new HashMap<>();
        Map<String, String> allocatable = new HashMap<>();
        for (String resource : reported) {
            Amount amount = devices.getOrDefault(resource, new Amount(0, 0));
            capacity.put(resource, Integer.toString(amount.capacity()));
            allocatable.put(resource, Integer.toString(amount.allocatable()));
        }
        client.nodes()
                .withName(options.name())
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        Serialization.asJson(
                                Map.of("status", Map.of("capacity", capacity, "allocatable", allocatable))));
    }

    void renewLease() {
        Lease found = client.leases()
                .inNamespace("kube-node-lease")
                .withName(options.name())
                .get();
        Lease renewed = (found == null ? new LeaseBuilder() : new LeaseBuilder(found))
                .editOrNewMetadata()
                .withNamespace("kube-node-lease")
                .withName(options.name())
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(options.name())
                .withLeaseDurationSeconds(LEASE_SECONDS)
                .withRenewTime(Timestamps.micros(clock.instant()))
                .endSpec()
                .build();
        if (found == null) {
            client.resource(renewed).create();
        } else {
            client.resource(renewed).update();
        }
    }
}
