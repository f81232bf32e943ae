package io.fairlead.kubelet;

import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.podresources.v1.AllocatableResourcesRequest;
import io.fairlead.wire.podresources.v1.AllocatableResourcesResponse;
import io.fairlead.wire.podresources.v1.GetPodResourcesRequest;
import io.fairlead.wire.podresources.v1.ListPodResourcesRequest;
import io.fairlead.wire.podresources.v1.PodResources;
import io.fairlead.wire.podresources.v1.PodResourcesListerGrpc;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What the kubelet has given to which pod. Calls block, and fail with {@link StatusRuntimeException} while the kubelet is
 * away; the kubelet takes at most 100 a second.
 */
public final class PodResourcesClient implements AutoCloseable {
    /** The kubelet's own limit is 16 MiB for a node full of pods. */
    private static final int LARGEST = 16 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final UnixChannel channel;

    private PodResourcesClient(UnixChannel channel) {
        this.channel = channel;
    }

    /** Connects at the first call, and anew when the kubelet has been away. */
    public static PodResourcesClient of(KubeletFolder kubelet) {
        return new PodResourcesClient(UnixChannel.to(kubelet.podResources()));
    }

    /** All pods that hold something. */
    public List<PodResources> list() {
        return stub().list(ListPodResourcesRequest.getDefaultInstance()).getPodResourcesList();
    }

    /** All that could be given out, whether it is taken or not. */
    public AllocatableResourcesResponse allocatable() {
        return stub().getAllocatableResources(AllocatableResourcesRequest.getDefaultInstance());
    }

    /** What one pod holds; empty when the kubelet does not know the pod. */
    public Optional<PodResources> get(String namespace, String name) {
        try {
            return Optional.of(stub().get(GetPodResourcesRequest.newBuilder()
                            .setPodNamespace(namespace)
                            .setPodName(name)
                            .build())
                    .getPodResources());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        channel.close();
    }

    private PodResourcesListerGrpc.PodResourcesListerBlockingStub stub() {
        return PodResourcesListerGrpc.newBlockingStub(channel.channel())
                .withMaxInboundMessageSize(LARGEST)
                .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
