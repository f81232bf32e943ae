package io.fairlead.agent.dra;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.kubelet.PodResourcesClient;
import io.fairlead.wire.podresources.v1.DynamicResource;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back what claims hold that are over although the kubelet never said so, because it lost its memory or was set up
 * anew. A claim is over when it is gone from the API or has nothing of this node any more, the kubelet names it for no
 * pod, and both were so for a while. A device that a process still has open is not given back even then.
 */
public final class ClaimSweep {
    private static final Logger log = LoggerFactory.getLogger(ClaimSweep.class);

    private final KubernetesClient client;
    private final String node;
    private final KubeletFolder kubelet;
    private final Custody custody;
    private final InstantSource clock;
    private final Duration grace;
    private final Map<String, Instant> overSince = new HashMap<>(); // one look at a time

    /** {@code duration} is how long a claim has to be over. */
    public ClaimSweep(
            KubernetesClient client,
            String node,
            KubeletFolder kubelet,
            Custody custody,
            InstantSource clock,
            Duration duration) {
        this.client = client;
        this.node = node;
        this.kubelet = kubelet;
        this.custody = custody;
        this.clock = clock;
        this.grace = duration;
    }

    /** One look at all claims that hold something. What cannot be asked now is left as it is. */
    public synchronized void look() {
        List<Holding> held = custody.ledger().state().holdings().values().stream()
                .filter(holding -> holding.holder() instanceof Holder.Claim && holding.stage() != Stage.RETURNING)
                .toList();
        overSince.keySet().retainAll(held.stream().map(Holding::id).toList());
        if (held.isEmpty()) {
            return;
        }
        try {
            Set<String> used = usedByPods();
            for (Holding holding : held) {
                if (holding.holder() instanceof Holder.Claim claim) {
                    look(claim, used.contains(claim.namespace() + "/" + claim.name()));
                }
            }
        } catch (StatusRuntimeException | KubernetesClientException e) {
            log.debug("claims cannot be looked after now: {}", e.getMessage());
        }
    }

    private void look(Holder.Claim claim, boolean used) {
        if (used || hasDevicesHere(claim)) {
            overSince.remove(claim.uid());
            return;
        }
        Instant now = clock.instant();
        Instant since = overSince.computeIfAbsent(claim.uid(), _ -> now);
        if (Duration.between(since, now).compareTo(grace) >= 0) {
            log.warn("{} is over and the kubelet has not said so; what it held goes back", claim.text());
            try {
                // It may have been allocated and asked for again since the first look.
                custody.giveBackIf(claim.uid(), () -> !hasDevicesHere(claim));
            } catch (RefusedException | KernelException | IOException e) {
                log.warn("{}: {}", claim.text(), e.getMessage());
            }
        }
    }

    private boolean hasDevicesHere(Holder.Claim claim) {
        return HeldClaim.find(client, claim).stream()
                .flatMap(found -> found.results().stream())
                .anyMatch(result -> node.equals(result.getPool()));
    }

    private Set<String> usedByPods() {
        try (PodResourcesClient pods = PodResourcesClient.of(kubelet)) {
            return pods.list().stream()
                    .flatMap(pod -> pod.getContainersList().stream())
                    .flatMap(container -> container.getDynamicResourcesList().stream())
                    .map(ClaimSweep::name)
                    .collect(Collectors.toSet());
        }
    }

    private static String name(DynamicResource resource) {
        return resource.getClaimNamespace() + "/" + resource.getClaimName();
    }
}
