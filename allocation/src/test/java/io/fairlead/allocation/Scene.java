package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirementsBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraintBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A node with devices and claims for them, made in few words. Its class "gpu" takes every device. */
final class Scene {
    static final String DRIVER = "gpu.example.com";

    Features features = Features.DEFAULT;
    final List<Device> devices = new ArrayList<>();
    final List<AllocatedDevice> held = new ArrayList<>();
    final List<DeviceRequest> requests = new ArrayList<>();
    final List<DeviceConstraint> constraints = new ArrayList<>();
    final List<ResourceSlice> moreSlices = new ArrayList<>();
    final List<ResourceClaim> moreClaims = new ArrayList<>();
    String classSelector = "true";
    String counter = "";
    long slicesAnnounced;

    static DeviceBuilder device(String name, String model, String root) {
        return new DeviceBuilder()
                .withName(name)
                .addToAttributes(
                        "model", new DeviceAttributeBuilder().withString(model).build())
                .addToAttributes(
                        "resource.kubernetes.io/pcieRoot",
                        new DeviceAttributeBuilder().withString(root).build());
    }

    /** That many devices, on the PCIe roots in turn. */
    Scene gpus(int count, String... roots) {
        return gpus(count, gpu -> gpu, roots);
    }

    Scene gpus(int count, UnaryOperator<DeviceBuilder> edit, String... roots) {
        for (int i = 0; i < count; i++) {
            String root = roots.length == 0 ? "pci0" : roots[i % roots.length];
            devices.add(
                    edit.apply(device("gpu-" + devices.size(), "a100", root)).build());
        }
        return this;
    }

    static UnaryOperator<DeviceBuilder> draws(String amount) {
        return gpu -> gpu.addNewConsumesCounter()
                .withCounterSet("card")
                .addToCounters(
                        "memory",
                        new CounterBuilder().withValue(new Quantity(amount)).build())
                .endConsumesCounter();
    }

    static UnaryOperator<DeviceBuilder> memory(String amount, boolean shared) {
        return gpu -> gpu.withAllowMultipleAllocations(shared ? true : null)
                .addToCapacity(
                        "memory",
                        new DeviceCapacityBuilder()
                                .withValue(new Quantity(amount))
                                .build());
    }

    static UnaryOperator<DeviceBuilder> tainted(String key) {
        return gpu -> gpu.addNewTaint().withKey(key).withEffect("NoSchedule").endTaint();
    }

    Scene held(String... names) {
        for (String name : names) {
            held.add(new AllocatedDevice(new DeviceId(DRIVER, "pool", name), null, Map.of(), "claim team/other"));
        }
        return this;
    }

    Scene wants(String name, long count, String... selectors) {
        var exactly = new DeviceRequestBuilder()
                .withName(name)
                .withNewExactly()
                .withDeviceClassName("gpu")
                .withAllocationMode("ExactCount")
                .withCount(count);
        for (String selector : selectors) {
            exactly = exactly.addNewSelector().withNewCel(selector).endSelector();
        }
        requests.add(exactly.endExactly().build());
        return this;
    }

    Scene wantsMemory(String name, long count, String memory) {
        wants(name, count);
        requests.getLast()
                .getExactly()
                .setCapacity(new CapacityRequirementsBuilder()
                        .addToRequests("memory", new Quantity(memory))
                        .build());
        return this;
    }

    Scene match(String attribute, String... among) {
        constraints.add(new DeviceConstraintBuilder()
                .withMatchAttribute(attribute)
                .withRequests(among)
                .build());
        return this;
    }

    Scene distinct(String attribute) {
        constraints.add(
                new DeviceConstraintBuilder().withDistinctAttribute(attribute).build());
        return this;
    }

    static ResourceSlice slice(String name, String driver, String pool, long count, List<Device> devices) {
        return new ResourceSliceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withDriver(driver)
                .withNodeName("node-a")
                .withNewPool()
                .withName(pool)
                .withGeneration(1L)
                .withResourceSliceCount(count)
                .endPool()
                .withDevices(devices)
                .endSpec()
                .build();
    }

    Cluster cluster() {
        List<ResourceSlice> slices = new ArrayList<>();
        long count = (counter.isEmpty() ? 1 : 2) + slicesAnnounced;
        slices.add(slice("b-devices", DRIVER, "pool", count, devices));
        if (!counter.isEmpty()) {
            slices.add(new ResourceSliceBuilder(slice("a-counters", DRIVER, "pool", count, List.of()))
                    .editSpec()
                    .withSharedCounters(new CounterSetBuilder()
                            .withName("card")
                            .addToCounters(
                                    "memory",
                                    new CounterBuilder()
                                            .withValue(new Quantity(counter))
                                            .build())
                            .build())
                    .endSpec()
                    .build());
        }
        slices.addAll(moreSlices);
        return new Cluster(
                features,
                List.of(new DeviceClassBuilder()
                        .withNewMetadata()
                        .withName("gpu")
                        .endMetadata()
                        .withNewSpec()
                        .addNewSelector()
                        .withNewCel(classSelector)
                        .endSelector()
                        .endSpec()
                        .build()),
                slices,
                held);
    }

    static ResourceClaim claim(String name, List<DeviceRequest> requests, List<DeviceConstraint> constraints) {
        return new ResourceClaimBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("team")
                .endMetadata()
                .withNewSpec()
                .withNewDevices()
                .withRequests(requests)
                .withConstraints(constraints)
                .endDevices()
                .endSpec()
                .build();
    }

    List<ResourceClaim> claims() {
        List<ResourceClaim> claims = new ArrayList<>();
        claims.add(claim("gpus", requests, constraints));
        claims.addAll(moreClaims);
        return claims;
    }

    static Node node() {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("node-a")
                .endMetadata()
                .build();
    }

    Outcome allocate() {
        return new Allocator(cluster()).allocate(node(), claims());
    }

    Explanation explain() {
        return new Explainer(cluster()).explain(node(), claims());
    }

    /** The names of the devices that the first claim gets, in the order of its results. */
    List<String> picked() {
        return switch (allocate()) {
            case Outcome.Allocated allocated ->
                allocated.results().stream()
                        .flatMap(result -> result.getDevices().getResults().stream())
                        .map(result -> result.getDevice())
                        .toList();
            case Outcome.Unallocatable refused -> List.of();
            case Outcome.Failed failed -> List.of("failed: " + failed.message());
        };
    }
}
