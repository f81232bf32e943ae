package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fairlead.sandbox.node.device.DeviceGrant;
import io.fairlead.sandbox.node.device.DeviceManager;
import io.fairlead.sandbox.node.dra.ClaimRecord;
import io.fairlead.sandbox.node.dra.DraManager;
import io.fairlead.wire.deviceplugin.v1beta1.Device;
import io.fairlead.wire.podresources.v1.AllocatableResourcesRequest;
import io.fairlead.wire.podresources.v1.AllocatableResourcesResponse;
import io.fairlead.wire.podresources.v1.CDIDevice;
import io.fairlead.wire.podresources.v1.ClaimResource;
import io.fairlead.wire.podresources.v1.ContainerDevices;
import io.fairlead.wire.podresources.v1.ContainerResources;
import io.fairlead.wire.podresources.v1.DynamicResource;
import io.fairlead.wire.podresources.v1.GetPodResourcesRequest;
import io.fairlead.wire.podresources.v1.GetPodResourcesResponse;
import io.fairlead.wire.podresources.v1.ListPodResourcesRequest;
import io.fairlead.wire.podresources.v1.ListPodResourcesResponse;
import io.fairlead.wire.podresources.v1.NUMANode;
import io.fairlead.wire.podresources.v1.PodResources;
import io.fairlead.wire.podresources.v1.PodResourcesListerGrpc;
import io.fairlead.wire.podresources.v1.TopologyInfo;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Says to whoever asks on the node which container has which devices. */
final class PodResourcesService extends PodResourcesListerGrpc.PodResourcesListerImplBase {
    private final Supplier<List<Pod>> activePods;
    private final DeviceManager devices;
    private final DraManager claims;

    PodResourcesService(Supplier<List<Pod>> activePods, DeviceManager devices, DraManager claims) {
        this.activePods = activePods;
        this.devices = devices;
        this.claims = claims;
    }

    @Override
    public void list(ListPodResourcesRequest request, StreamObserver<ListPodResourcesResponse> answer) {
        List<Pod> pods = activePods.get();
        devices.freeWhatNobodyHas();
        answer.onNext(ListPodResourcesResponse.newBuilder()
                .addAllPodResources(pods.stream().map(this::of).toList())
                .build());
        answer.onCompleted();
    }

    @Override
    public void get(GetPodResourcesRequest request, StreamObserver<GetPodResourcesResponse> answer) {
        activePods.get().stream()
                .filter(pod -> pod.getMetadata().getName().equals(request.getPodName())
                        && pod.getMetadata().getNamespace().equals(request.getPodNamespace()))
                .findFirst()
                .ifPresentOrElse(
                        pod -> {
                            answer.onNext(GetPodResourcesResponse.newBuilder()
                                    .setPodResources(of(pod))
                                    .build());
                            answer.onCompleted();
                        },
                        () -> answer.onError(Status.UNKNOWN
                                .withDescription("pod %s in namespace %s not found"
                                        .formatted(request.getPodName(), request.getPodNamespace()))
                                .asRuntimeException()));
    }

    @Override
    public void getAllocatableResources(
            AllocatableResourcesRequest request, StreamObserver<AllocatableResourcesResponse> answer) {
        AllocatableResourcesResponse.Builder response = AllocatableResourcesResponse.newBuilder();
        devices.allocatable()
                .forEach((resource, all) -> all.forEach(device -> response.addDevices(ContainerDevices.newBuilder()
                        .setResourceName(resource)
                        .addDeviceIds(device.getID())
                        .setTopology(topology(device)))));
        answer.onNext(response.build());
        answer.onCompleted();
    }

    /** Init containers count only when they stay. */
    private PodResources of(Pod pod) {
        Stream<Container> staying =
                pod.getSpec().getInitContainers().stream().filter(init -> "Always".equals(init.getRestartPolicy()));
        return PodResources.newBuilder()
                .setName(pod.getMetadata().getName())
                .setNamespace(pod.getMetadata().getNamespace())
                .addAllContainers(Stream.concat(staying, pod.getSpec().getContainers().stream())
                        .map(container -> of(pod, container))
                        .toList())
                .build();
    }

    private ContainerResources of(Pod pod, Container container) {
        ContainerResources.Builder resources = ContainerResources.newBuilder().setName(container.getName());
        for (DeviceGrant grant : devices.grants(pod, container)) {
            for (String id : grant.devices()) {
                ContainerDevices.Builder given = ContainerDevices.newBuilder()
                        .setResourceName(grant.resource())
                        .addDeviceIds(id);
                devices.device(grant.resource(), id).ifPresent(device -> given.setTopology(topology(device)));
                resources.addDevices(given);
            }
        }
        claims.claimsOf(pod, container).forEach(claim -> resources.addDynamicResources(of(claim)));
        return resources.build();
    }

    private static DynamicResource of(ClaimRecord claim) {
        DynamicResource.Builder resource =
                DynamicResource.newBuilder().setClaimName(claim.name()).setClaimNamespace(claim.namespace());
        claim.devices()
                .forEach((driver, devices) -> devices.forEach(device -> {
                    ClaimResource.Builder one = ClaimResource.newBuilder()
                            .setDriverName(driver)
                            .setPoolName(device.pool())
                            .setDeviceName(device.device());
                    device.cdiIds()
                            .forEach(id ->
                                    one.addCdiDevices(CDIDevice.newBuilder().setName(id)));
                    if (device.shareId() != null) {
                        one.setShareId(device.shareId());
                    }
                    resource.addClaimResources(one);
                }));
        return resource.build();
    }

    private static TopologyInfo topology(Device device) {
        TopologyInfo.Builder topology = TopologyInfo.newBuilder();
        device.getTopology()
                .getNodesList()
                .forEach(node -> topology.addNodes(NUMANode.newBuilder().setID(node.getID())));
        return topology.build();
    }
}
