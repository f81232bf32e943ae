package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Reconciler;
import io.fairlead.reconcile.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the claims that a pod wants from templates, and writes their names into the pod's status. */
final class ClaimMaker implements Reconciler<Key> {
    /** A generated name has 63 characters at most: this many, a hyphen and five random ones. */
    private static final int LONGEST_BASE = 57;

    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<ResourceClaimTemplate> templates;
    private final Written<ResourceClaim> claims;
    private final Events events;

    ClaimMaker(KubernetesClient client, Informers informers, Written<ResourceClaim> claims, Events events) {
        this.client = client;
        this.pods = informers.of(Pod.class);
        this.templates = informers.of(ResourceClaimTemplate.class);
        this.claims = claims;
        this.events = events;
    }

    @Override
    public Result reconcile(Key key) {
        Pod pod = pods.getStore().getByKey(key.toString());
        if (pod == null || Pods.isDeleting(pod) || Pods.isTerminal(pod)) {
            return Result.done();
        }
        Map<String, String> made = new LinkedHashMap<>();
        for (PodResourceClaim asked : pod.getSpec().getResourceClaims()) {
            if (asked.getResourceClaimTemplateName() == null || isThere(pod, asked)) {
                continue;
            }
            ResourceClaimTemplate template = templates
                    .getStore()
                    .getByKey(new Key(key.namespace(), asked.getResourceClaimTemplateName()).toString());
            Optional<ResourceClaim> orphan = orphan(pod, asked);
            if (orphan.isEmpty() && template == null) {
                String reason =
                        "PodResourceClaim %s: resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
                                .formatted(
                                        asked.getName(),
                                        asked.getResourceClaimTemplateName(),
                                        asked.getResourceClaimTemplateName());
                events.warning(pod, "FailedResourceClaimCreation", reason);
                return Result.failed(reason);
            }
            ResourceClaim claim = orphan.orElseGet(() -> create(pod, asked, template));
            made.put(asked.getName(), claim.getMetadata().getName());
        }
        if (!made.isEmpty()) {
            record(pod, made);
        }
        return Result.done();
    }

    private boolean isThere(Pod pod, PodResourceClaim asked) {
        return Claims.keyOf(pod, asked)
                .map(claims::get)
                .filter(claim -> Claims.isOwnedBy(claim, pod))
                .isPresent();
    }

    /** One that was made for the pod before, but whose name did not get into its status. */
    private Optional<ResourceClaim> orphan(Pod pod, PodResourceClaim asked) {
        return claims.all().values().stream()
                .filter(claim -> claim.getMetadata()
                                .getNamespace()
                                .equals(pod.getMetadata().getNamespace())
                        && claim.getMetadata().getDeletionTimestamp() == null
                        && Claims.isOwnedBy(claim, pod)
                        && asked.getName()
                                .equals(claim.getMetadata().getAnnotations().get(Claims.POD_CLAIM_ANNOTATION)))
                .findFirst();
    }

    private ResourceClaim create(Pod pod, PodResourceClaim asked, ResourceClaimTemplate template) {
        ObjectMeta fromTemplate = template.getSpec().getMetadata() == null
                ? new ObjectMeta()
                : template.getSpec().getMetadata();
        ResourceClaim claim = new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace(pod.getMetadata().getNamespace())
                .withGenerateName(nameBase(pod.getMetadata().getName(), asked.getName()))
                .withLabels(fromTemplate.getLabels())
                .withAnnotations(fromTemplate.getAnnotations())
                .addToAnnotations(Claims.POD_CLAIM_ANNOTATION, asked.getName())
                .addNewOwnerReference()
                .withApiVersion("v1")
                .withKind("Pod")
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withSpec(template.getSpec().getSpec())
                .build();
        ResourceClaim created = client.resource(claim).create();
        claims.remember(created);
        return created;
    }

    /** The pod's name and the claim's; where that is too long, both shortened by the same share. */
    static String nameBase(String pod, String claim) {
        String base = pod + "-" + claim + "-";
        int length = base.length();
        return length <= LONGEST_BASE
                ? base
                : pod.substring(0, pod.length() * LONGEST_BASE / length) + "-"
                        + claim.substring(0, claim.length() * LONGEST_BASE / length);
    }

    private void record(Pod pod, Map<String, String> made) {
        List<Map<String, String>> statuses = made.entrySet().stream()
                .map(claim -> Map.of("name", claim.getKey(), "resourceClaimName", claim.getValue()))
                .toList();
        PodStatus.patch(client, pod, Map.of("resourceClaimStatuses", statuses));
    }
}
