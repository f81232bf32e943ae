package io.fairlead.agent;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Locale;

/** What a pod asks for; each kind has a claim template of its name, except the one whose pods share a claim. */
enum PodKind {
    FUNCTION("function"),
    CARD("card"),
    /** With a hardware address of its own by the pod's annotation, and a VLAN by the claim. */
    VIRTUAL("vf"),
    MEDIATED("mdev"),
    /** One claim with a request for each. */
    EVERYTHING("card,vf,mdev"),
    SHARED("function");

    static final int VLAN = 100;

    /** Of the devices that it asks for, one of each. */
    private final String types;

    PodKind(String types) {
        this.types = types;
    }

    private List<String> types() {
        return List.of(types.split(","));
    }

    /** The name of its template or claim, and the label of its pods. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Creates what pods of every kind need: a class for each type of device, the templates, the shared claim. */
    static void create(KubernetesClient client) {
        for (String type : List.of("function", "card", "vf", "mdev")) {
            client.resource("""
                    apiVersion: resource.k8s.io/v1
                    kind: DeviceClass
                    metadata: {name: %1$s}
                    spec:
                      selectors:
                      - cel:
                          expression: >-
                            device.driver == 'pci.fairlead.io' && device.attributes['pci.fairlead.io'].type == '%1$s'
                    """.formatted(type)).serverSideApply();
        }
        for (PodKind kind : values()) {
            client.resource(kind.claims()).serverSideApply();
        }
    }

    private String claims() {
        StringBuilder requests = new StringBuilder();
        types().forEach(type ->
                requests.append("{name: %1$s, exactly: {deviceClassName: %1$s, allocationMode: ExactCount, count: 1}},"
                        .formatted(type)));
        String config = types().contains("vf")
                ? "{requests: [vf], opaque: {driver: pci.fairlead.io, parameters: {apiVersion: pci.fairlead.io/v1alpha1, kind: VfioConfig, vlan: %d}}}"
                        .formatted(VLAN)
                : "";
        String spec = "{devices: {requests: [%s], config: [%s]}}".formatted(requests, config);
        return """
                apiVersion: resource.k8s.io/v1
                kind: %s
                metadata: {namespace: default, name: %s}
                spec: %s
                """.formatted(
                        this == SHARED ? "ResourceClaim" : "ResourceClaimTemplate",
                        text(),
                        this == SHARED ? spec : "{spec: %s}".formatted(spec));
    }

    /** A pod of this kind that calls its claim "device". */
    Pod pod(String name, String mac) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .addToLabels("kind", text())
                .endMetadata()
                .withNewSpec()
                .addNewResourceClaim()
                .withName("device")
                .withResourceClaimName(this == SHARED ? text() : null)
                .withResourceClaimTemplateName(this == SHARED ? null : text())
                .endResourceClaim()
                .addNewContainer()
                .withName("main")
                .withImage("registry.invalid/main")
                .withNewResources()
                .addNewClaim("device", null)
                .endResources()
                .endContainer()
                .endSpec();
        if (types().contains("vf")) {
            pod.editMetadata()
                    .addToAnnotations(
                            "kubevirt.io/dra-networks",
                            "[{\"claimName\":\"device\",\"requestName\":\"vf\",\"mac\":\"%s\"}]".formatted(mac))
                    .endMetadata();
        }
        return pod.build();
    }

    static boolean isShared(Pod pod) {
        return SHARED.text().equals(pod.getMetadata().getLabels().get("kind"));
    }

    /** What keeps others from the devices of a pod: its own claim, or the one that its pods share. */
    static String holder(Pod pod) {
        return isShared(pod)
                ? "pods of the shared claim"
                : "pod " + pod.getMetadata().getName();
    }
}
