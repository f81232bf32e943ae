package io.fairlead.kubelet;

import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.CdiDeviceId;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.Prepared;
import io.fairlead.dra.PreparedDevice;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.Device;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodePrepareResourcesResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourceResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesResponse;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the kubelet's calls to the driver, claim by claim; what fails is said of that claim alone. */
final class DraService extends DRAPluginGrpc.DRAPluginImplBase {
    private static final Logger log = LoggerFactory.getLogger(DraService.class);

    /** Finds the claim that the kubelet names. */
    interface Lookup {
        AllocatedClaim resolve(ClaimRef ref) throws Exception;
    }

    private final DraDriver driver;
    private final Lookup claims;
    private final Turns turns;

    DraService(DraDriver driver, Lookup claims, Turns turns) {
        this.driver = driver;
        this.claims = claims;
        this.turns = turns;
    }

    @Override
    public void nodePrepareResources(
            NodePrepareResourcesRequest request, StreamObserver<NodePrepareResourcesResponse> answer) {
        NodePrepareResourcesResponse.Builder response = NodePrepareResourcesResponse.newBuilder();
        request.getClaimsList().forEach(claim -> response.putClaims(claim.getUid(), prepare(ref(claim))));
        answer.onNext(response.build());
        answer.onCompleted();
    }

    @Override
    public void nodeUnprepareResources(
            NodeUnprepareResourcesRequest request, StreamObserver<NodeUnprepareResourcesResponse> answer) {
        NodeUnprepareResourcesResponse.Builder response = NodeUnprepareResourcesResponse.newBuilder();
        request.getClaimsList().forEach(claim -> response.putClaims(claim.getUid(), unprepare(ref(claim))));
        answer.onNext(response.build());
        answer.onCompleted();
    }

    private NodePrepareResourceResponse prepare(ClaimRef ref) {
        NodePrepareResourceResponse.Builder response = NodePrepareResourceResponse.newBuilder();
        try {
            // Read before waiting for our turn: a slow API server must not hold up what needs no answer of it.
            AllocatedClaim claim = claims.resolve(ref);
            Prepared prepared = turns.take(() -> driver.prepare(claim));
            prepared.devices().forEach(device -> response.addDevices(device(device)));
            log.info("prepared claim {}: {} devices", ref, response.getDevicesCount());
        } catch (Exception e) {
            response.clearDevices().setError(reason("prepare", ref, e));
        }
        return response.build();
    }

    private NodeUnprepareResourceResponse unprepare(ClaimRef ref) {
        NodeUnprepareResourceResponse.Builder response = NodeUnprepareResourceResponse.newBuilder();
        Callable<Boolean> call = () -> {
            driver.unprepare(ref);
            return true;
        };
        try {
            turns.take(call);
            log.info("unprepared claim {}", ref);
        } catch (Exception e) {
            response.setError(reason("unprepare", ref, e));
        }
        return response.build();
    }

    /** Never empty, which would mean success. */
    private static String reason(String what, ClaimRef ref, Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String message = e.getMessage();
        String reason = message == null || message.isBlank() ? e.toString() : message;
        log.warn("cannot {} claim {}: {}", what, ref, reason);
        log.debug("cannot {} claim {}", what, ref, e);
        return reason;
    }

    private static ClaimRef ref(Claim claim) {
        return new ClaimRef(claim.getNamespace(), claim.getName(), claim.getUid());
    }

    private static Device device(PreparedDevice prepared) {
        Device.Builder device = Device.newBuilder()
                .addAllRequestNames(prepared.requests())
                .setPoolName(prepared.pool())
                .setDeviceName(prepared.device())
                .addAllCdiDeviceIds(prepared.cdiDevices().stream()
                        .map(CdiDeviceId::toString)
                        .toList());
        prepared.share().ifPresent(device::setShareId);
        return device.build();
    }
}
