package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** An allocation that could be asked for, and the same with one thing out of the way. Nothing here changes its input. */
record Question(Cluster cluster, Node node, List<ResourceClaim> claims) {
    boolean isAllocatable() {
        return new Allocator(cluster).allocate(node, claims) instanceof Outcome.Allocated;
    }

    Question withoutHolders() {
        return withCluster(
                new Cluster(cluster.features(), cluster.deviceClasses(), cluster.resourceSlices(), List.of()));
    }

    Question withoutTaints() {
        return withSlices(slice -> new ResourceSliceBuilder(slice)
                .editSpec()
                .withDevices(slice.getSpec().getDevices().stream()
                        .map(device -> device.edit().withTaints(List.of()).build())
                        .toList())
                .endSpec()
                .build());
    }

    Question withoutCounters() {
        return withSlices(slice -> new ResourceSliceBuilder(slice)
                .editSpec()
                .withDevices(slice.getSpec().getDevices().stream()
                        .map(device ->
                                device.edit().withConsumesCounters(List.of()).build())
                        .toList())
                .endSpec()
                .build());
    }

    Question withoutCapacity(int claim, int request) {
        return withRequest(claim, request, original -> {
            DeviceRequest edited = original.edit().build();
            if (edited.getExactly() != null) {
                edited.getExactly().setCapacity(null);
            }
            edited.getFirstAvailable().forEach(alternative -> alternative.setCapacity(null));
            return edited;
        });
    }

    /** @param alternative which of the request's alternatives; -1 for a request that has none */
    Question withoutSelector(int claim, int request, int alternative, int selector) {
        return withRequest(claim, request, original -> {
            DeviceRequest edited = original.edit().build();
            if (alternative < 0) {
                edited.getExactly().setSelectors(without(edited.getExactly().getSelectors(), selector));
            } else {
                var chosen = edited.getFirstAvailable().get(alternative);
                chosen.setSelectors(without(chosen.getSelectors(), selector));
            }
            return edited;
        });
    }

    Question withoutClassSelector(String className, int selector) {
        List<DeviceClass> classes = cluster.deviceClasses().stream()
                .map(deviceClass -> deviceClass.getMetadata().getName().equals(className)
                        ? new DeviceClassBuilder(deviceClass)
                                .editSpec()
                                .withSelectors(without(deviceClass.getSpec().getSelectors(), selector))
                                .endSpec()
                                .build()
                        : deviceClass)
                .toList();
        return withCluster(
                new Cluster(cluster.features(), classes, cluster.resourceSlices(), cluster.allocatedDevices()));
    }

    Question withoutConstraint(int claim, int constraint) {
        return withClaim(claim, original -> {
            List<DeviceConstraint> kept =
                    without(original.getSpec().getDevices().getConstraints(), constraint);
            return new ResourceClaimBuilder(original)
                    .editSpec()
                    .editDevices()
                    .withConstraints(kept)
                    .endDevices()
                    .endSpec()
                    .build();
        });
    }

    private Question withRequest(int claim, int request, UnaryOperator<DeviceRequest> edit) {
        return withClaim(claim, original -> {
            List<DeviceRequest> requests =
                    new ArrayList<>(original.getSpec().getDevices().getRequests());
            requests.set(request, edit.apply(requests.get(request)));
            return new ResourceClaimBuilder(original)
                    .editSpec()
                    .editDevices()
                    .withRequests(requests)
                    .endDevices()
                    .endSpec()
                    .build();
        });
    }

    private Question withClaim(int claim, UnaryOperator<ResourceClaim> edit) {
        List<ResourceClaim> edited = new ArrayList<>(claims);
        edited.set(claim, edit.apply(edited.get(claim)));
        return new Question(cluster, node, edited);
    }

    private Question withSlices(UnaryOperator<ResourceSlice> edit) {
        List<ResourceSlice> slices = cluster.resourceSlices().stream().map(edit).toList();
        return withCluster(
                new Cluster(cluster.features(), cluster.deviceClasses(), slices, cluster.allocatedDevices()));
    }

    private Question withCluster(Cluster changed) {
        return new Question(changed, node, claims);
    }

    private static <T> List<T> without(List<T> items, int index) {
        List<T> kept = new ArrayList<>(items);
        kept.remove(index);
        return kept;
    }
}
