package io.fairlead.testbed;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.node.RealNode;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.Device;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodePrepareResourcesResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourceResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesResponse;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import io.fairlead.wire.registration.v1.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The least that the kubelet takes for a DRA driver: one device, which is an environment variable and /dev/null. */
final class TinyDriver implements AutoCloseable {
    static final String NAME = "tiny.example.com";

    private final RealNode node;
    private final KubernetesClient client;
    private final CompletableFuture<RegistrationStatus> registration = new CompletableFuture<>();
    private final List<String> unprepared = new CopyOnWriteArrayList<>();
    private final UnixServer dra;
    private final UnixServer registrar;

    /** The kubelet calls as soon as it sees the registration socket, so that one comes last. */
    TinyDriver(RealNode node, KubernetesClient client) throws IOException {
        this.node = node;
        this.client = client;
        Path plugin =
                Files.createDirectories(node.kubeletRoot().resolve("plugins").resolve(NAME));
        dra = UnixServer.start(new SocketPath(plugin.resolve("dra.sock")), List.of(new Plugin()));
        registrar = UnixServer.start(
                new SocketPath(node.kubeletRoot().resolve("plugins_registry/" + NAME + "-reg.sock")),
                List.of(new Registrar()));
    }

    /** What the kubelet said of our registration. */
    RegistrationStatus registered() {
        return registration.join();
    }

    /** The claims, by uid, that the kubelet has given up. */
    List<String> unprepared() {
        return unprepared;
    }

    @Override
    public void close() {
        registrar.close();
        dra.close();
    }

    private Path cdiFile(Claim claim) {
        return node.cdi().resolve("tiny-" + claim.getUid() + ".json");
    }

    private NodePrepareResourceResponse prepare(Claim asked) {
        ResourceClaim claim = client.resources(ResourceClaim.class)
                .inNamespace(asked.getNamespace())
                .withName(asked.getName())
                .require();
        DeviceRequestAllocationResult result =
                claim.getStatus().getAllocation().getDevices().getResults().getFirst();
        String cdi = """
                {"cdiVersion": "0.5.0", "kind": "%s/device", "devices": [{"name": "%s", "containerEdits": {
                   "env": ["TINY=%s"],
                   "deviceNodes": [{"path": "/dev/tiny", "hostPath": "/dev/null", "type": "c", "major": 1, "minor": 3}]}}]}
                """.formatted(NAME, asked.getUid(), result.getDevice());
        try {
            Files.writeString(cdiFile(asked), cdi);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return NodePrepareResourceResponse.newBuilder()
                .addDevices(Device.newBuilder()
                        .addRequestNames(result.getRequest())
                        .setPoolName(result.getPool())
                        .setDeviceName(result.getDevice())
                        .addCdiDeviceIds(NAME + "/device=" + asked.getUid()))
                .build();
    }

    private NodeUnprepareResourceResponse unprepare(Claim claim) {
        try {
            Files.deleteIfExists(cdiFile(claim));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        unprepared.add(claim.getUid());
        return NodeUnprepareResourceResponse.getDefaultInstance();
    }

    private final class Plugin extends DRAPluginGrpc.DRAPluginImplBase {
        @Override
        public void nodePrepareResources(
                NodePrepareResourcesRequest request, StreamObserver<NodePrepareResourcesResponse> answer) {
            NodePrepareResourcesResponse.Builder response = NodePrepareResourcesResponse.newBuilder();
            request.getClaimsList().forEach(claim -> response.putClaims(claim.getUid(), prepare(claim)));
            answer.onNext(response.build());
            answer.onCompleted();
        }

        @Override
        public void nodeUnprepareResources(
                NodeUnprepareResourcesRequest request, StreamObserver<NodeUnprepareResourcesResponse> answer) {
            NodeUnprepareResourcesResponse.Builder response = NodeUnprepareResourcesResponse.newBuilder();
            request.getClaimsList().forEach(claim -> response.putClaims(claim.getUid(), unprepare(claim)));
            answer.onNext(response.build());
            answer.onCompleted();
        }
    }

    private final class Registrar extends RegistrationGrpc.RegistrationImplBase {
        @Override
        public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
            answer.onNext(PluginInfo.newBuilder()
                    .setType("DRAPlugin")
                    .setName(NAME)
                    .setEndpoint("/var/lib/kubelet/plugins/" + NAME + "/dra.sock")
                    .addSupportedVersions("v1.DRAPlugin")
                    .build());
            answer.onCompleted();
        }

        @Override
        public void notifyRegistrationStatus(
                RegistrationStatus status, StreamObserver<RegistrationStatusResponse> answer) {
            registration.complete(status);
            answer.onNext(RegistrationStatusResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }
}
