package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The first free devices of the node, for exact requests whose selectors name a driver and nothing else. */
final class FirstFit implements ClaimAllocator {
    private static final Pattern DRIVER = Pattern.compile("\\s*device\\.driver\\s*==\\s*[\"']([^\"']+)[\"']\\s*");

    private record DeviceId(String driver, String pool, String device) {}

    /** Ends the search; the message says which request cannot be had. */
    private static final class NoFit extends Exception {
        NoFit(String reason) {
            super(reason);
        }
    }

    @Override
    public Outcome allocate(Node node, List<ResourceClaim> claims, Devices devices) {
        Set<DeviceId> taken = new HashSet<>();
        devices.claims().stream()
                .flatMap(claim -> Claims.allocationOf(claim).stream())
                .flatMap(allocation -> allocation.getDevices().getResults().stream())
                .forEach(result -> taken.add(new DeviceId(result.getDriver(), result.getPool(), result.getDevice())));
        List<AllocationResult> results = new ArrayList<>();
        try {
            for (ResourceClaim claim : claims) {
                results.add(allocate(node, claim, devices, taken));
            }
        } catch (NoFit e) {
            return new Outcome.Unallocatable(Objects.requireNonNull(e.getMessage()));
        }
        return new Outcome.Allocated(results);
    }

    private static AllocationResult allocate(Node node, ResourceClaim claim, Devices devices, Set<DeviceId> taken)
            throws NoFit {
        List<DeviceRequestAllocationResult> results = new ArrayList<>();
        for (DeviceRequest request : claim.getSpec().getDevices().getRequests()) {
            String driver = driver(request, devices);
            long count = Objects.requireNonNullElse(request.getExactly().getCount(), 1L);
            List<DeviceRequestAllocationResult> found = free(node, driver, devices, taken)
                    .limit(count)
                    .map(id -> result(request, id))
                    .toList();
            if (found.size() < count) {
                throw new NoFit("cannot allocate all claims");
            }
            found.forEach(result -> taken.add(new DeviceId(result.getDriver(), result.getPool(), result.getDevice())));
            results.addAll(found);
        }
        NodeSelector here = new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(node.getMetadata().getName())
                .endMatchField()
                .endNodeSelectorTerm()
                .build();
        return new AllocationResultBuilder()
                .withNewDevices()
                .withResults(results)
                .endDevices()
                .withNodeSelector(here)
                .build();
    }

    private static String driver(DeviceRequest request, Devices devices) throws NoFit {
        if (request.getExactly() == null) {
            throw new NoFit("request " + request.getName() + ": only exact requests are understood");
        }
        String className = request.getExactly().getDeviceClassName();
        DeviceClass deviceClass = devices.classes().stream()
                .filter(c -> c.getMetadata().getName().equals(className))
                .findFirst()
                .orElseThrow(() ->
                        new NoFit("request " + request.getName() + ": device class " + className + " does not exist"));
        List<DeviceSelector> selectors = Stream.concat(
                        deviceClass.getSpec().getSelectors().stream(), request.getExactly().getSelectors().stream())
                .toList();
        Set<String> drivers = new HashSet<>();
        for (DeviceSelector selector : selectors) {
            Matcher named = DRIVER.matcher(selector.getCel().getExpression());
            if (!named.matches()) {
                throw new NoFit("request " + request.getName() + ": selector not understood: "
                        + selector.getCel().getExpression());
            }
            drivers.add(named.group(1));
        }
        if (drivers.size() != 1) {
            throw new NoFit("request " + request.getName() + ": its selectors must name one driver");
        }
        return drivers.iterator().next();
    }

    private static Stream<DeviceId> free(Node node, String driver, Devices devices, Set<DeviceId> taken) {
        return devices.slices().stream()
                .filter(slice -> slice.getSpec().getDriver().equals(driver) && isOn(slice, node))
                .flatMap(slice -> slice.getSpec().getDevices().stream().map(device -> id(slice, device)))
                .filter(id -> !taken.contains(id));
    }

    private static DeviceId id(ResourceSlice slice, Device device) {
        return new DeviceId(
                slice.getSpec().getDriver(), slice.getSpec().getPool().getName(), device.getName());
    }

    private static boolean isOn(ResourceSlice slice, Node node) {
        return node.getMetadata().getName().equals(slice.getSpec().getNodeName())
                || Boolean.TRUE.equals(slice.getSpec().getAllNodes())
                || (slice.getSpec().getNodeSelector() != null
                        && NodeSelectors.matches(slice.getSpec().getNodeSelector(), node));
    }

    private static DeviceRequestAllocationResult result(DeviceRequest request, DeviceId id) {
        return new DeviceRequestAllocationResultBuilder()
                .withRequest(request.getName())
                .withDriver(id.driver())
                .withPool(id.pool())
                .withDevice(id.device())
                .build();
    }
}
