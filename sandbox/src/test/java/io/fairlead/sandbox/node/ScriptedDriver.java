package io.fairlead.sandbox.node;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import io.fairlead.wire.health.v1alpha1.DRAResourceHealthGrpc;
import io.fairlead.wire.health.v1alpha1.DeviceHealth;
import io.fairlead.wire.health.v1alpha1.DeviceIdentifier;
import io.fairlead.wire.health.v1alpha1.HealthStatus;
import io.fairlead.wire.health.v1alpha1.NodeWatchResourcesRequest;
import io.fairlead.wire.health.v1alpha1.NodeWatchResourcesResponse;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import io.fairlead.wire.registration.v1.RegistrationStatusResponse;
import io.grpc.BindableService;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A driver that keeps a record of every call, word for word, and fails when it is told to. */
final class ScriptedDriver implements AutoCloseable {
    final String name;
    final List<List<String>> prepares = new CopyOnWriteArrayList<>();
    final List<List<String>> unprepares = new CopyOnWriteArrayList<>();
    final List<RegistrationStatus> registrations = new CopyOnWriteArrayList<>();
    final List<StreamObserver<NodeWatchResourcesResponse>> healthStreams = new CopyOnWriteArrayList<>();
    volatile Function<Claim, String> prepareError = _ -> "";
    volatile Function<Claim, String> unprepareError = _ -> "";

    private final SimulatedNode node;
    private final UnixServer calls;
    private final UnixServer registrar;

    ScriptedDriver(SimulatedNode node, String name, String... versions) throws IOException {
        this.node = node;
        this.name = name;
        Path folder = Files.createDirectories(node.kubeletRoot().resolve("plugins/" + name));
        calls = UnixServer.start(
                new SocketPath(folder.resolve("dra.sock")),
                List.<BindableService>of(new Calls(), new BetaCalls(), new Health()));
        registrar = UnixServer.start(
                new SocketPath(node.kubeletRoot().resolve("plugins_registry/" + name + "-reg.sock")),
                List.of(new Registrar(List.of(versions))));
    }

    /** Offers so many devices, once; who wipes the slice has it wiped. */
    void publish(KubernetesClient client, int devices) {
        ResourceSlice slice = new ResourceSliceBuilder()
                .withNewMetadata()
                .withGenerateName(name + "-")
                .endMetadata()
                .withNewSpec()
                .withDriver(name)
                .withNodeName(node.name())
                .withNewPool(1L, node.name(), 1L)
                .withDevices(IntStream.range(0, devices)
                        .mapToObj(i -> new DeviceBuilder().withName("card-" + i).build())
                        .toList())
                .endSpec()
                .build();
        client.resource(slice).create();
    }

    void report(String device, HealthStatus health, String message) {
        healthStreams
                .getLast()
                .onNext(NodeWatchResourcesResponse.newBuilder()
                        .addDevices(DeviceHealth.newBuilder()
                                .setDevice(DeviceIdentifier.newBuilder()
                                        .setPoolName(node.name())
                                        .setDeviceName(device))
                                .setHealth(health)
                                .setMessage(message))
                        .build());
    }

    /** As a driver that was killed: its sockets stay. */
    void kill() {
        calls.abandon();
        registrar.abandon();
    }

    @Override
    public void close() {
        registrar.close();
        calls.abandon();
    }

    private NodePrepareResourcesResponse prepare(NodePrepareResourcesRequest request) {
        prepares.add(request.getClaimsList().stream().map(Claim::getUid).toList());
        NodePrepareResourcesResponse.Builder response = NodePrepareResourcesResponse.newBuilder();
        for (Claim claim : request.getClaimsList()) {
            String error = prepareError.apply(claim);
            NodePrepareResourceResponse.Builder one =
                    NodePrepareResourceResponse.newBuilder().setError(error);
            if (error.isEmpty()) {
                writeCdi(claim);
                one.addDevices(Device.newBuilder()
                        .setPoolName(node.name())
                        .setDeviceName("card-0")
                        .addCdiDeviceIds(name + "/card=u" + claim.getUid()));
            }
            response.putClaims(claim.getUid(), one.build());
        }
        return response.build();
    }

    private void writeCdi(Claim claim) {
        String spec = """
                {"cdiVersion": "0.5.0", "kind": "%s/card", "devices": [{"name": "u%s", "containerEdits": {
                  "env": ["CARD=%s"], "deviceNodes": [{"path": "/dev/card", "hostPath": "/dev/null"}],
                  "mounts": [{"hostPath": "/etc/hosts", "containerPath": "/card.json", "options": ["ro", "bind"]}]}}]}
                """.formatted(name, claim.getUid(), claim.getName());
        try {
            Files.writeString(node.cdi().resolve(name + "-" + claim.getUid() + ".json"), spec);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private NodeUnprepareResourcesResponse unprepare(NodeUnprepareResourcesRequest request) {
        unprepares.add(request.getClaimsList().stream().map(Claim::getUid).toList());
        NodeUnprepareResourcesResponse.Builder response = NodeUnprepareResourcesResponse.newBuilder();
        request.getClaimsList()
                .forEach(claim -> response.putClaims(
                        claim.getUid(),
                        NodeUnprepareResourceResponse.newBuilder()
                                .setError(unprepareError.apply(claim))
                                .build()));
        return response.build();
    }

    private static <T> void answer(StreamObserver<T> to, T with) {
        to.onNext(with);
        to.onCompleted();
    }

    private final class Calls extends DRAPluginGrpc.DRAPluginImplBase {
        @Override
        public void nodePrepareResources(
                NodePrepareResourcesRequest request, StreamObserver<NodePrepareResourcesResponse> to) {
            answer(to, prepare(request));
        }

        @Override
        public void nodeUnprepareResources(
                NodeUnprepareResourcesRequest request, StreamObserver<NodeUnprepareResourcesResponse> to) {
            answer(to, unprepare(request));
        }
    }

    /** Answers only to a kubelet that has chosen this version. */
    private final class BetaCalls extends io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.DRAPluginImplBase {
        @Override
        public void nodePrepareResources(
                io.fairlead.wire.dra.v1beta1.NodePrepareResourcesRequest request,
                StreamObserver<io.fairlead.wire.dra.v1beta1.NodePrepareResourcesResponse> to) {
            try {
                prepares.add(List.of("by v1beta1"));
                answer(
                        to,
                        io.fairlead.wire.dra.v1beta1.NodePrepareResourcesResponse.parseFrom(
                                prepare(NodePrepareResourcesRequest.parseFrom(request.toByteString()))
                                        .toByteString()));
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final class Health extends DRAResourceHealthGrpc.DRAResourceHealthImplBase {
        @Override
        public void nodeWatchResources(
                NodeWatchResourcesRequest request, StreamObserver<NodeWatchResourcesResponse> stream) {
            healthStreams.add(stream);
        }
    }

    private final class Registrar extends RegistrationGrpc.RegistrationImplBase {
        private final List<String> versions;

        Registrar(List<String> versions) {
            this.versions = versions;
        }

        @Override
        public void getInfo(InfoRequest request, StreamObserver<PluginInfo> to) {
            answer(
                    to,
                    PluginInfo.newBuilder()
                            .setType("DRAPlugin")
                            .setName(name)
                            .setEndpoint("/var/lib/kubelet/plugins/" + name + "/dra.sock")
                            .addAllSupportedVersions(versions)
                            .build());
        }

        @Override
        public void notifyRegistrationStatus(RegistrationStatus status, StreamObserver<RegistrationStatusResponse> to) {
            // A kubelet that is not answered, because the driver is killed too soon, takes its registration back.
            ((ServerCallStreamObserver<?>) to).setOnCloseHandler(() -> registrations.add(status));
            answer(to, RegistrationStatusResponse.getDefaultInstance());
        }
    }
}
