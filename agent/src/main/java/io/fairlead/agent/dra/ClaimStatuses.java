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
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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

    /** So that what a pod waits for comes first. */
    private static final Duration AFTERWARDS = Duration.ofMillis(100);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<String, ResourceClaim> wanted = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Controller<String> controller;

    ClaimStatuses(KubernetesClient client, InstantSource clock, ReconcileMetrics metrics) {
        this.client = client;
        this.clock = clock;
        this.controller = new Controller<>("claim-status", this::write, Controller.Settings.standard(metrics)).start();
    }

    /** The devices of a claim are ready. */
    void ready(ClaimPlan plan) {
        String uid = plan.claim().uid();
        told.add(uid);
        wanted.put(uid, status(plan));
        controller.enqueueAfter(uid, AFTERWARDS);
    }

    /** Whether this agent has seen to what a claim says; one that was killed before had perhaps not come to it. */
    boolean isTold(String uid) {
        return told.contains(uid);
    }

    /** The same, for a claim that was made ready before this agent was started, unless it says so already. */
    void stillReady(ClaimPlan plan) {
        Set<String> said = plan.claim().object().getStatus().getDevices().stream()
                .filter(device -> PciDriver.NAME.equals(device.getDriver()))
                .map(AllocatedDeviceStatus::getDevice)
                .collect(Collectors.toSet());
        if (plan.parts().stream().allMatch(part -> said.contains(part.result().getDevice()))) {
            told.add(plan.claim().uid());
        } else {
            ready(plan);
        }
    }

    /** Nothing more is to be said about a claim. */
    void forget(String uid) {
        told.remove(uid);
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
