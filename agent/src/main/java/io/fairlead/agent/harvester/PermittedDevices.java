package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimStatus;
import io.fairlead.api.kubevirt.KubeVirt;
import java.net.HttpURLConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps KubeVirt's list of permitted host devices. The agents of all nodes compute the same from all claims; the first one
 * writes, and the others find nothing to do.
 */
final class PermittedDevices {
    /** How a server answers when a test of a JSON patch fails. */
    private static final int UNPROCESSABLE = 422;

    private final KubernetesClient client;
    private final Cluster cluster;

    PermittedDevices(KubernetesClient client, Cluster cluster) {
        this.client = client;
        this.cluster = cluster;
    }

    /** False if somebody else was quicker, and it has to be looked at again. */
    boolean reconcile() {
        Set<PermittedEntry> needed = new HashSet<>();
        Set<PermittedEntry> kept = new HashSet<>();
        for (PciDeviceClaim claim : cluster.allClaims()) {
            Optional<PciDevice> device = cluster.device(claim.getMetadata().getName());
            Optional<PermittedEntry> entry = device.flatMap(object -> PermittedEntry.of(claim, object));
            entry.ifPresent(kept::add);
            PciDeviceClaimStatus status = claim.getStatus();
            if (status != null && Boolean.TRUE.equals(status.passthroughEnabled()) && !Cluster.isBeingDeleted(claim)) {
                entry.ifPresent(needed::add);
            }
        }
        boolean settled = true;
        for (KubeVirt kubeVirt : cluster.kubeVirts()) {
            List<Map<String, Object>> patch = PermittedPatch.of(kubeVirt, needed, kept);
            settled &= patch.isEmpty() || apply(kubeVirt, patch);
        }
        return settled;
    }

    private boolean apply(KubeVirt kubeVirt, List<Map<String, Object>> patch) {
        try {
            client.resource(kubeVirt).patch(PatchContext.of(PatchType.JSON), Serialization.asJson(patch));
            return true;
        } catch (KubernetesClientException e) {
            // The version that the patch was made from is not the one that is there any more.
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == UNPROCESSABLE) {
                return false;
            }
            throw e;
        }
    }
}
