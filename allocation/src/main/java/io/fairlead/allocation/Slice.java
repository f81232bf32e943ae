package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ResourceSlice and its devices, shared by the attempts on all nodes. */
final class Slice {
    private final ResourceSlice slice;
    private final boolean lists;
    private final List<Device> listed;
    /** Made when they are first looked at, which most devices of a large cluster never are. */
    private final @Nullable PoolDevice[] devices;

    private @Nullable Survey survey;

    Slice(ResourceSlice slice, boolean lists) {
        this.slice = slice;
        this.lists = lists;
        listed = slice.getSpec().getDevices();
        devices = new @Nullable PoolDevice[listed.size()];
    }

    /** A race between threads makes the same survey twice and does no harm. */
    Survey survey() {
        Survey known = survey;
        if (known == null) {
            known = new Survey(listed);
            survey = known;
        }
        return known;
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

    int size() {
        return devices.length;
    }

    /** Whether attributes of its devices may be lists. */
    boolean hasLists() {
        return lists;
    }

    /** The devices as they were published. */
    List<Device> listed() {
        return listed;
    }

    /** A race between threads makes the same device twice and does no harm. */
    PoolDevice device(int index) {
        PoolDevice known = devices[index];
        if (known == null) {
            known = new PoolDevice(listed.get(index), this);
            devices[index] = known;
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
        return perDeviceNodeSelection() && listed.stream().anyMatch(device -> isDeviceFor(node, device));
    }

    /** Whether a device of a slice that selects nodes device by device is for this node. */
    static boolean isDeviceFor(Node node, Device device) {
        return NodeMatch.matches(node, device.getNodeName(), device.getAllNodes(), device.getNodeSelector());
    }
}
