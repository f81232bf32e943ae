package io.fairlead.agent;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.podresources.v1.CDIDevice;
import io.fairlead.wire.podresources.v1.ClaimResource;
import io.fairlead.wire.podresources.v1.DynamicResource;
import io.fairlead.wire.podresources.v1.ListPodResourcesRequest;
import io.fairlead.wire.podresources.v1.ListPodResourcesResponse;
import io.fairlead.wire.podresources.v1.PodResourcesListerGrpc;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A kubelet that tells which claims pods have, and nothing else. */
final class TestingPodResources extends PodResourcesListerGrpc.PodResourcesListerImplBase implements AutoCloseable {
    private final UnixServer server;
    private volatile ListPodResourcesResponse told = ListPodResourcesResponse.getDefaultInstance();

    TestingPodResources(Path kubeletRoot) throws IOException {
        Path folder = Files.createDirectories(kubeletRoot.resolve("pod-resources"));
        server = UnixServer.start(new SocketPath(folder.resolve("kubelet.sock")), List.of(this));
    }

    /** A pod has a claim, as it was prepared for it. */
    void has(ResourceClaim claim, NodePrepareResourceResponse prepared) {
        DynamicResource.Builder resource = DynamicResource.newBuilder()
                .setClaimNamespace(claim.getMetadata().getNamespace())
                .setClaimName(claim.getMetadata().getName());
        prepared.getDevicesList()
                .forEach(device -> resource.addClaimResources(ClaimResource.newBuilder()
                        .setDriverName(driver(claim))
                        .setPoolName(device.getPoolName())
                        .setDeviceName(device.getDeviceName())
                        .addAllCdiDevices(device.getCdiDeviceIdsList().stream()
                                .map(id -> CDIDevice.newBuilder().setName(id).build())
                                .toList())));
        ListPodResourcesResponse.Builder all = ListPodResourcesResponse.newBuilder();
        all.addPodResourcesBuilder()
                .setNamespace("default")
                .setName("pod")
                .addContainersBuilder()
                .setName("main")
                .addDynamicResources(resource);
        told = all.build();
    }

    private static String driver(ResourceClaim claim) {
        return claim.getStatus().getAllocation().getDevices().getResults().stream()
                .map(DeviceRequestAllocationResult::getDriver)
                .findFirst()
                .orElseThrow();
    }

    /** No pod has anything. */
    void hasNothing() {
        told = ListPodResourcesResponse.getDefaultInstance();
    }

    @Override
    public void list(ListPodResourcesRequest request, StreamObserver<ListPodResourcesResponse> answer) {
        answer.onNext(told);
        answer.onCompleted();
    }

    @Override
    public void close() {
        server.close();
    }
}
