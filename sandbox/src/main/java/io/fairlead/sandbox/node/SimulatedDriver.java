package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fairlead.sandbox.control.Claims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A DRA driver with made-up cards: offers them in one slice, and lets a device be prepared for one claim at a time. */
public final class SimulatedDriver {
    /** Selected by device classes: {@code device.driver == "simulated.fairlead.io"}. */
    public static final String NAME = "simulated.fairlead.io";

    private static final int CARDS = 2;

    private final String node;
    // Guarded by this: which claim holds a device, and which pods use a prepared claim.
    private final Map<String, String> holders = new HashMap<>();
    private final Map<String, Set<String>> users = new HashMap<>();

    SimulatedDriver(String node) {
        this.node = node;
    }

    /** All that this node has, owned by it. */
    ResourceSlice slice(Node owner) {
        return new ResourceSliceBuilder()
                .withNewMetadata()
                .withName(node + "-" + NAME)
                .addNewOwnerReference()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node)
                .withUid(owner.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withDriver(NAME)
                .withNodeName(node)
                .withNewPool()
                .withName(node)
                .withGeneration(1L)
                .withResourceSliceCount(1L)
                .endPool()
                .withDevices(IntStream.range(0, CARDS)
                        .mapToObj(SimulatedDriver::card)
                        .toList())
                .endSpec()
                .build();
    }

    private static Device card(int index) {
        return new DeviceBuilder()
                .withName("gpu-" + index)
                .addToAttributes("type", text("gpu"))
                .addToAttributes("model", text("Simulated 9000"))
                .addToAttributes("resource.kubernetes.io/pciBusID", text("0000:%02x:00.0".formatted(0x41 + index)))
                .addToCapacity(
                        "memory",
                        new DeviceCapacityBuilder()
                                .withValue(new Quantity("16Gi"))
                                .build())
                .build();
    }

    private static DeviceAttribute text(String value) {
        return new DeviceAttributeBuilder().withString(value).build();
    }

    /** Makes the claim's devices ready for the pod; says what is in the way, or nothing. Idempotent. */
    synchronized Optional<String> prepare(ResourceClaim claim, String podUid) {
        String uid = claim.getMetadata().getUid();
        for (DeviceRequestAllocationResult result : ours(claim)) {
            String holder = holders.getOrDefault(result.getDevice(), uid);
            if (!holder.equals(uid)) {
                return Optional.of("device %s is still prepared for claim %s".formatted(result.getDevice(), holder));
            }
        }
        ours(claim).forEach(result -> holders.put(result.getDevice(), uid));
        users.computeIfAbsent(uid, _ -> new HashSet<>()).add(podUid);
        return Optional.empty();
    }

    /** Gives back what the pod was the last to use. Works without the claim, which may be gone. */
    synchronized void unprepare(String podUid) {
        users.values().forEach(pods -> pods.remove(podUid));
        users.values().removeIf(Set::isEmpty);
        holders.values().retainAll(users.keySet());
    }

    private static List<DeviceRequestAllocationResult> ours(ResourceClaim claim) {
        return Claims.allocationOf(claim).stream()
                .flatMap(allocation -> allocation.getDevices().getResults().stream())
                .filter(result -> result.getDriver().equals(NAME))
                .toList();
    }
}
