package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ResourceSlice and its devices, shared by the attempts on all nodes. */
final class Slice {
    private final ResourceSlice slice;
    private @Nullable List<PoolDevice> devices;

    Slice(ResourceSlice slice) {
        this.slice = slice;
    }

    ResourceSliceSpec spec() {
        return slice.getSpec();
    }

    String name() {
        return String.valueOf(slice.getMetadata().getName());
    }

    String driver() {
        return spec().getDriver();
    }

    String poolName() {
        return spec().getPool().getName();
    }

    PoolId poolId() {
        return new PoolId(driver(), poolName());
    }

    long generation() {
        Long generation = spec().getPool().getGeneration();
        return generation == null ? 0 : generation;
    }

    long expectedSlices() {
        Long count = spec().getPool().getResourceSliceCount();
        return count == null ? 0 : count;
    }

    boolean hasCounters() {
        return !spec().getSharedCounters().isEmpty();
    }

    boolean perDeviceNodeSelection() {
        return Boolean.TRUE.equals(spec().getPerDeviceNodeSelection());
    }

    /** The node that this slice alone is for; empty when it is for several. */
    String nodeName() {
        String name = spec().getNodeName();
        return name == null ? "" : name;
    }

    List<PoolDevice> devices() {
        List<PoolDevice> known = devices;
        if (known == null) {
            List<PoolDevice> made = new ArrayList<>(spec().getDevices().size());
            for (Device device : spec().getDevices()) {
                made.add(new PoolDevice(device, this));
            }
            known = List.copyOf(made);
            devices = known;
        }
        return known;
    }

    /** Whether the node has to know this slice: devices of its own, or counters of a pool it may take part in. */
    boolean isFor(Node node) {
        if (hasCounters()) {
            return true;
        }
        boolean whole =
                !nodeName().isEmpty() || Boolean.TRUE.equals(spec().getAllNodes()) || spec().getNodeSelector() != null;
        if (whole) {
            return NodeMatch.matches(node, nodeName(), spec().getAllNodes(), spec().getNodeSelector());
        }
        return perDeviceNodeSelection() && devices().stream().anyMatch(device -> isDeviceFor(node, device));
    }

    /** Whether a device of a slice that selects nodes device by device is for this node. */
    static boolean isDeviceFor(Node node, PoolDevice device) {
        Device spec = device.device();
        return NodeMatch.matches(node, spec.getNodeName(), spec.getAllNodes(), spec.getNodeSelector());
    }
}
