package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.podresources.v1.AllocatableResourcesRequest;
import io.fairlead.wire.podresources.v1.AllocatableResourcesResponse;
import io.fairlead.wire.podresources.v1.ContainerDevices;
import io.fairlead.wire.podresources.v1.ContainerResources;
import io.fairlead.wire.podresources.v1.GetPodResourcesRequest;
import io.fairlead.wire.podresources.v1.GetPodResourcesResponse;
import io.fairlead.wire.podresources.v1.ListPodResourcesRequest;
import io.fairlead.wire.podresources.v1.ListPodResourcesResponse;
import io.fairlead.wire.podresources.v1.PodResources;
import io.fairlead.wire.podresources.v1.PodResourcesListerGrpc;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodResourcesClientTest {
    private static final ContainerDevices GPU = ContainerDevices.newBuilder()
            .setResourceName("example.com/gpu")
            .addDeviceIds("gpu0")
            .build();
    private static final PodResources POD = PodResources.newBuilder()
            .setNamespace("home")
            .setName("web")
            .addContainers(ContainerResources.newBuilder().setName("main").addDevices(GPU))
            .build();

    @TempDir
    private Path root;

    @Test
    void theKubeletIsAskedAndFoundAgainAfterARestart() throws IOException {
        SocketPath socket = new SocketPath(
                Files.createDirectories(root.resolve("pod-resources")).resolve("kubelet.sock"));
        try (PodResourcesClient client = PodResourcesClient.of(KubeletFolder.at(root))) {
            try (UnixServer _ = UnixServer.start(socket, List.of(new Lister()))) {
                assertThat(client.list()).containsExactly(POD);
                assertThat(client.allocatable().getDevicesList()).containsExactly(GPU);
                assertThat(client.get("home", "web")).contains(POD);
                assertThat(client.get("home", "other")).isEmpty();
            }
            assertThatThrownBy(client::list).isInstanceOf(StatusRuntimeException.class);
        }
    }

    private static final class Lister extends PodResourcesListerGrpc.PodResourcesListerImplBase {
        @Override
        public void list(ListPodResourcesRequest request, StreamObserver<ListPodResourcesResponse> answer) {
            answer.onNext(
                    ListPodResourcesResponse.newBuilder().addPodResources(POD).build());
            answer.onCompleted();
        }

        @Override
        public void getAllocatableResources(
                AllocatableResourcesRequest request, StreamObserver<AllocatableResourcesResponse> answer) {
            answer.onNext(
                    AllocatableResourcesResponse.newBuilder().addDevices(GPU).build());
            answer.onCompleted();
        }

        @Override
        public void get(GetPodResourcesRequest request, StreamObserver<GetPodResourcesResponse> answer) {
            if (!request.getPodName().equals("web")) {
                answer.onError(Status.NOT_FOUND.asRuntimeException());
                return;
            }
            answer.onNext(
                    GetPodResourcesResponse.newBuilder().setPodResources(POD).build());
            answer.onCompleted();
        }
    }
}
