package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.control.Claims;
import io.fairlead.wire.dra.v1.Claim;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the kubelet remembers of a claim that it has prepared, or may have.
 *
 * @param pods the uids of the pods that use it
 * @param devices by driver; a driver that has not answered yet has none
 */
public record ClaimRecord(
        String uid,
        String namespace,
        String name,
        NavigableSet<String> pods,
        Map<String, List<PreparedDevice>> devices) {

    static ClaimRecord of(ResourceClaim claim) {
        Map<String, List<PreparedDevice>> drivers = new TreeMap<>();
        Claims.allocationOf(claim).orElseThrow().getDevices().getResults().stream()
                .map(DeviceRequestAllocationResult::getDriver)
                .forEach(driver -> drivers.put(driver, List.of()));
        return new ClaimRecord(
                claim.getMetadata().getUid(),
                claim.getMetadata().getNamespace(),
                claim.getMetadata().getName(),
                new TreeSet<>(),
                drivers);
    }

    Key key() {
        return new Key(namespace, name);
    }

    Claim onTheWire() {
        return Claim.newBuilder()
                .setNamespace(namespace)
                .setUid(uid)
                .setName(name)
                .build();
    }

    ClaimRecord withPod(String pod) {
        NavigableSet<String> more = new TreeSet<>(pods);
        more.add(pod);
        return new ClaimRecord(uid, namespace, name, more, devices);
    }

    ClaimRecord withoutPod(String pod) {
        NavigableSet<String> fewer = new TreeSet<>(pods);
        fewer.remove(pod);
        return new ClaimRecord(uid, namespace, name, fewer, devices);
    }

    ClaimRecord withDevices(String driver, List<PreparedDevice> prepared) {
        Map<String, List<PreparedDevice>> all = new TreeMap<>(devices);
        all.put(driver, prepared);
        return new ClaimRecord(uid, namespace, name, pods, all);
    }
}
