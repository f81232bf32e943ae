package io.fairlead.kubelet;

import io.fairlead.wire.deviceplugin.v1beta1.AllocateRequest;
import io.fairlead.wire.deviceplugin.v1beta1.AllocateResponse;
import io.fairlead.wire.deviceplugin.v1beta1.CDIDevice;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateRequest;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateResponse;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerPreferredAllocationRequest;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerPreferredAllocationResponse;
import io.fairlead.wire.deviceplugin.v1beta1.Device;
import io.fairlead.wire.deviceplugin.v1beta1.DevicePluginGrpc;
import io.fairlead.wire.deviceplugin.v1beta1.DevicePluginOptions;
import io.fairlead.wire.deviceplugin.v1beta1.DeviceSpec;
import io.fairlead.wire.deviceplugin.v1beta1.Empty;
import io.fairlead.wire.deviceplugin.v1beta1.ListAndWatchResponse;
import io.fairlead.wire.deviceplugin.v1beta1.Mount;
import io.fairlead.wire.deviceplugin.v1beta1.NUMANode;
import io.fairlead.wire.deviceplugin.v1beta1.PreStartContainerRequest;
import io.fairlead.wire.deviceplugin.v1beta1.PreStartContainerResponse;
import io.fairlead.wire.deviceplugin.v1beta1.PreferredAllocationRequest;
import io.fairlead.wire.deviceplugin.v1beta1.PreferredAllocationResponse;
import io.fairlead.wire.deviceplugin.v1beta1.TopologyInfo;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the kubelet's calls to a device plugin. */
final class DevicePluginService extends DevicePluginGrpc.DevicePluginImplBase {
    private static final Logger log = LoggerFactory.getLogger(DevicePluginService.class);

    private final DevicePlugin plugin;
    private final Streams<ListAndWatchResponse> streams = new Streams<>(this::devices);

    DevicePluginService(DevicePlugin plugin) {
        this.plugin = plugin;
    }

    void devicesChanged() {
        streams.tell();
    }

    void endStreams() {
        streams.end();
    }

    DevicePluginOptions options() {
        return DevicePluginOptions.newBuilder()
                .setPreStartRequired(plugin.wantsPreStart())
                .setGetPreferredAllocationAvailable(plugin.hasPreference())
                .build();
    }

    @Override
    public void getDevicePluginOptions(Empty request, StreamObserver<DevicePluginOptions> answer) {
        answer(answer, "GetDevicePluginOptions", this::options);
    }

    @Override
    public void listAndWatch(Empty request, StreamObserver<ListAndWatchResponse> answer) {
        streams.open(answer);
    }

    @Override
    public void allocate(AllocateRequest request, StreamObserver<AllocateResponse> answer) {
        answer(answer, "Allocate", () -> {
            AllocateResponse.Builder response = AllocateResponse.newBuilder();
            for (ContainerAllocateRequest container : request.getContainerRequestsList()) {
                response.addContainerResponses(message(plugin.allocate(container.getDevicesIdsList())));
            }
            return response.build();
        });
    }

    @Override
    public void getPreferredAllocation(
            PreferredAllocationRequest request, StreamObserver<PreferredAllocationResponse> answer) {
        answer(answer, "GetPreferredAllocation", () -> {
            PreferredAllocationResponse.Builder response = PreferredAllocationResponse.newBuilder();
            for (ContainerPreferredAllocationRequest container : request.getContainerRequestsList()) {
                response.addContainerResponses(ContainerPreferredAllocationResponse.newBuilder()
                        .addAllDeviceIDs(plugin.preferred(new DevicePlugin.Preference(
                                container.getAvailableDeviceIDsList(),
                                container.getMustIncludeDeviceIDsList(),
                                container.getAllocationSize()))));
            }
            return response.build();
        });
    }

    @Override
    public void preStartContainer(PreStartContainerRequest request, StreamObserver<PreStartContainerResponse> answer) {
        answer(answer, "PreStartContainer", () -> {
            plugin.preStart(request.getDevicesIdsList());
            return PreStartContainerResponse.getDefaultInstance();
        });
    }

    private <A> void answer(StreamObserver<A> answer, String call, Callable<A> work) {
        try {
            answer.onNext(work.call());
            answer.onCompleted();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            log.warn("{}: {} failed: {}", plugin.resource(), call, reason);
            answer.onError(Status.INTERNAL.withDescription(reason).withCause(e).asRuntimeException());
        }
    }

    private ListAndWatchResponse devices() {
        ListAndWatchResponse.Builder all = ListAndWatchResponse.newBuilder();
        for (DevicePlugin.PluginDevice device : plugin.devices()) {
            Device.Builder message =
                    Device.newBuilder().setID(device.id()).setHealth(device.healthy() ? "Healthy" : "Unhealthy");
            device.numaNode()
                    .ifPresent(node -> message.setTopology(TopologyInfo.newBuilder()
                            .addNodes(NUMANode.newBuilder().setID(node))));
            all.addDevices(message);
        }
        return all.build();
    }

    private static ContainerAllocateResponse message(DevicePlugin.Allocation allocation) {
        ContainerAllocateResponse.Builder response = ContainerAllocateResponse.newBuilder()
                .putAllEnvs(allocation.env())
                .putAllAnnotations(allocation.annotations());
        allocation
                .nodes()
                .forEach(node -> response.addDevices(DeviceSpec.newBuilder()
                        .setContainerPath(node.containerPath())
                        .setHostPath(node.hostPath())
                        .setPermissions(node.permissions())));
        allocation
                .mounts()
                .forEach(mount -> response.addMounts(Mount.newBuilder()
                        .setContainerPath(mount.containerPath())
                        .setHostPath(mount.hostPath())
                        .setReadOnly(mount.readOnly())));
        allocation
                .cdiDevices()
                .forEach(id -> response.addCdiDevices(CDIDevice.newBuilder().setName(id)));
        return response.build();
    }
}
