package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.node.checkpoint.Checkpoint;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourceResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has claims prepared before a pod runs and given up after it has ended.
 *
 * <p>Each driver is called once for all claims of a pod, one driver after the other; the first error ends it and nothing
 * is taken back, because the pod is tried again. A claim of several pods is prepared for the first and given up for the
 * last. Called by many threads, never by two for the same pod.
 */
public final class DraManager {
    private static final Logger log = LoggerFactory.getLogger(DraManager.class);

    private final PodClaims podClaims;
    private final ClaimCache cache;
    private final DraPlugins plugins;

    public DraManager(KubernetesClient client, Checkpoint<ClaimRecord> checkpoint, DraPlugins plugins) {
        this.podClaims = new PodClaims(client);
        this.cache = new ClaimCache(checkpoint);
        this.plugins = plugins;
    }

    /** Has all claims of the pod prepared that are not yet. */
    public void prepare(Pod pod) throws DraException {
        try {
            prepareAll(pod);
        } catch (DraException e) {
            throw new DraException("prepare dynamic resources: " + e.getMessage());
        }
    }

    private void prepareAll(Pod pod) throws DraException {
        // Everything is checked before anything is noted: a pod that fails here can be deleted without its drivers.
        List<ClaimRecord> claims =
                podClaims.usable(pod).stream().map(ClaimRecord::of).toList();
        for (ClaimRecord claim : claims) {
            for (String driver : claim.devices().keySet()) {
                var _ = plugins.of(driver);
            }
        }
        List<ClaimRecord> missing = new ArrayList<>();
        for (ClaimRecord claim : claims) {
            if (cache.use(claim, pod.getMetadata().getUid())) {
                missing.add(claim);
            }
        }
        for (Map.Entry<String, List<ClaimRecord>> batch : byDriver(missing).entrySet()) {
            prepare(plugins.of(batch.getKey()), batch.getValue());
        }
        if (!missing.isEmpty()) {
            cache.markPrepared(missing);
        }
    }

    private void prepare(DraEndpoint plugin, List<ClaimRecord> claims) throws DraException {
        Map<String, NodePrepareResourceResponse> answers;
        try {
            answers = plugin.prepare(NodePrepareResourcesRequest.newBuilder()
                            .addAllClaims(
                                    claims.stream().map(ClaimRecord::onTheWire).toList())
                            .build())
                    .getClaimsMap();
        } catch (StatusRuntimeException e) {
            throw new DraException("NodePrepareResources: " + e.getMessage());
        }
        for (Map.Entry<String, NodePrepareResourceResponse> answer : answers.entrySet()) {
            ClaimRecord claim = asked("NodePrepareResources", claims, answer.getKey());
            check("NodePrepareResources", claim, answer.getValue().getError());
            cache.prepared(
                    claim.key(),
                    plugin.driver(),
                    answer.getValue().getDevicesList().stream()
                            .map(PreparedDevice::of)
                            .toList());
        }
        checkWhole("NodePrepareResources", claims.size() - answers.size());
    }

    /** Gives up all claims that the pod is the last to use. Works without the claims, which may be gone. */
    public void unprepare(Pod pod) throws DraException {
        try {
            List<Key> claims = new ArrayList<>();
            for (PodResourceClaim asked : pod.getSpec().getResourceClaims()) {
                PodClaims.keyOf(pod, asked).ifPresent(claims::add);
            }
            unprepare(pod.getMetadata().getUid(), claims);
        } catch (DraException e) {
            throw new DraException("unprepare dynamic resources: " + e.getMessage());
        }
    }

    private void unprepare(String pod, List<Key> keys) throws DraException {
        List<ClaimRecord> last =
                keys.stream().flatMap(key -> cache.leave(key, pod).stream()).toList();
        for (Map.Entry<String, List<ClaimRecord>> batch : byDriver(last).entrySet()) {
            unprepare(plugins.of(batch.getKey()), batch.getValue());
        }
        if (!last.isEmpty()) {
            cache.forget(last);
        }
    }

    private static void unprepare(DraEndpoint plugin, List<ClaimRecord> claims) throws DraException {
        Map<String, NodeUnprepareResourceResponse> answers;
        try {
            answers = plugin.unprepare(NodeUnprepareResourcesRequest.newBuilder()
                            .addAllClaims(
                                    claims.stream().map(ClaimRecord::onTheWire).toList())
                            .build())
                    .getClaimsMap();
        } catch (StatusRuntimeException e) {
            throw new DraException("NodeUnprepareResources: " + e.getMessage());
        }
        for (Map.Entry<String, NodeUnprepareResourceResponse> answer : answers.entrySet()) {
            ClaimRecord claim = asked("NodeUnprepareResources", claims, answer.getKey());
            check("NodeUnprepareResources", claim, answer.getValue().getError());
        }
        checkWhole("NodeUnprepareResources", claims.size() - answers.size());
    }

    /** Gives up what belongs to pods that nobody speaks of any more, for instance after they vanished during a restart. */
    public void reconcile(Supplier<Set<String>> activePods) {
        List<ClaimRecord> all = cache.all();
        // Only now: a claim that is noted while the pods are being listed belongs to a pod that is among them.
        Set<String> active = activePods.get();
        Map<String, List<Key>> leftBehind = new LinkedHashMap<>();
        for (ClaimRecord claim : all) {
            claim.pods().stream()
                    .filter(pod -> !active.contains(pod))
                    .forEach(pod -> leftBehind
                            .computeIfAbsent(pod, _ -> new ArrayList<>())
                            .add(claim.key()));
        }
        leftBehind.forEach((pod, claims) -> {
            try {
                unprepare(pod, claims);
            } catch (DraException e) {
                log.debug("claims of vanished pod {}: {}; tried again", pod, e.getMessage());
            }
        });
    }

    /** The CDI names of the devices that the container asks for. */
    public List<String> cdiDevices(Pod pod, Container container) {
        return ContainerClaim.of(pod, container).stream()
                .flatMap(asked -> cache.find(asked.claim()).stream()
                        .flatMap(claim -> claim.devices().values().stream())
                        .flatMap(List::stream)
                        .filter(device -> device.serves(asked.request()))
                        .flatMap(device -> device.cdiIds().stream()))
                .distinct()
                .toList();
    }

    /** The claims that the container uses, as far as they are prepared. */
    public List<ClaimRecord> claimsOf(Pod pod, Container container) {
        return ContainerClaim.of(pod, container).stream()
                .map(ContainerClaim::claim)
                .distinct()
                .flatMap(key -> cache.find(key).stream())
                .toList();
    }

    Optional<ClaimRecord> find(Key claim) {
        return cache.find(claim);
    }

    /** The kubelet has ended: the checkpoint is the next one's. */
    void abandon() {
        cache.abandon();
    }

    /** All claims that are prepared or may be. */
    public List<ClaimRecord> claims() {
        return cache.all();
    }

    private static Map<String, List<ClaimRecord>> byDriver(List<ClaimRecord> claims) {
        Map<String, List<ClaimRecord>> batches = new LinkedHashMap<>();
        for (ClaimRecord claim : claims) {
            claim.devices()
                    .keySet()
                    .forEach(driver -> batches.computeIfAbsent(driver, _ -> new ArrayList<>())
                            .add(claim));
        }
        return batches;
    }

    private static ClaimRecord asked(String call, List<ClaimRecord> claims, String uid) throws DraException {
        Map<String, ClaimRecord> byUid = claims.stream().collect(Collectors.toMap(ClaimRecord::uid, claim -> claim));
        ClaimRecord claim = byUid.get(uid);
        if (claim == null) {
            throw new DraException(call + " returned result for unknown claim UID " + uid);
        }
        return claim;
    }

    private static void check(String call, ClaimRecord claim, String error) throws DraException {
        if (!error.isEmpty()) {
            throw new DraException("%s failed for ResourceClaim %s: %s".formatted(call, claim.name(), error));
        }
    }

    private static void checkWhole(String call, int unanswered) throws DraException {
        if (unanswered != 0) {
            throw new DraException("%s skipped %d ResourceClaims".formatted(call, unanswered));
        }
    }
}
