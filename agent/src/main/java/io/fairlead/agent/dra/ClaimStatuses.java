package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fairlead.host.MacAddress;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.reconcile.Result;
import io.fairlead.reconcile.Timestamps;
import java.net.HttpURLConnection;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in the status of a claim which devices are ready, and which hardware address they have. Nobody waits for it: it is
 * for people and controllers to see, and is tried again until it is written or the claim is gone.
 */
final class ClaimStatuses implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClaimStatuses.class);
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(PciDriver.NAME)
            .withForce(true)
            .build();

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<String, ResourceClaim> wanted = new ConcurrentHashMap<>();
    private final Controller<String> controller;

    ClaimStatuses(KubernetesClient client, InstantSource clock, ReconcileMetrics metrics) {
        this.client = client;
        this.clock = clock;
        this.controller = new Controller<>("claim-status", this::write, Controller.Settings.standard(metrics)).start();
    }

    /** The devices of a claim are ready. */
    void ready(ClaimPlan plan) {
        wanted.put(plan.claim().uid(), status(plan));
        controller.enqueue(plan.claim().uid());
    }

    /** Nothing more is to be said about a claim. */
    void forget(String uid) {
        wanted.remove(uid);
    }

    private ResourceClaim status(ClaimPlan plan) {
        return new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace(plan.claim().ref().namespace())
                .withName(plan.claim().ref().name())
                // A claim that has the same name later is another one, and the API server says so.
                .withUid(plan.claim().uid())
                .endMetadata()
                .withNewStatus()
                .withDevices(plan.parts().stream().map(this::device).toList())
                .endStatus()
                .build();
    }

    private AllocatedDeviceStatus device(ClaimPlan.Part part) {
        Condition ready = new ConditionBuilder()
                .withType("Ready")
                .withStatus("True")
                .withReason("Prepared")
                .withMessage(part.admin() ? "described, not taken: admin access" : "taken from the host and ready")
                .withLastTransitionTime(Timestamps.seconds(clock.instant()))
                .build();
        AllocatedDeviceStatusBuilder device = new AllocatedDeviceStatusBuilder()
                .withDriver(PciDriver.NAME)
                .withPool(part.result().getPool())
                .withDevice(part.result().getDevice())
                .withShareID(part.result().getShareID())
                .withConditions(ready);
        part.settings()
                .mac()
                .map(MacAddress::text)
                .ifPresent(mac ->
                        device.withNewNetworkData().withHardwareAddress(mac).endNetworkData());
        return device.build();
    }

    private Result write(String uid) {
        ResourceClaim claim = wanted.get(uid);
        if (claim == null) {
            return Result.done();
        }
        try {
            client.resource(claim).subresource("status").patch(APPLY, claim);
        } catch (KubernetesClientException e) {
            if (!isFinal(e.getCode())) {
                throw e;
            }
            log.info(
                    "status of claim {} is not written: {}", claim.getMetadata().getName(), e.getMessage());
        }
        wanted.remove(uid, claim);
        return Result.done();
    }

    /** Gone, replaced by another of its name, no longer allocated, or not allowed: trying again would change nothing. */
    private static boolean isFinal(int code) {
        return code == HttpURLConnection.HTTP_NOT_FOUND
                || code == HttpURLConnection.HTTP_CONFLICT
                || code == HttpURLConnection.HTTP_FORBIDDEN
                || code == 422;
    }

    @Override
    public void close() {
        controller.close();
    }
}
