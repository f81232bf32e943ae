package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/** Writes into a pod's status, which has several owners, only what is given. */
public final class PodStatus {
    private PodStatus() {}

    /** A strategic merge: conditions and claim statuses are matched by type and name. Fails if the pod was replaced. */
    public static void patch(KubernetesClient client, Pod pod, Map<String, ?> status) {
        Map<String, ?> patch =
                Map.of("metadata", Map.of("uid", pod.getMetadata().getUid()), "status", status);
        client.pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), Serialization.asJson(patch));
    }
}
