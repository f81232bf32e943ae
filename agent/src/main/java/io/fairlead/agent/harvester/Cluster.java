package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.reconcile.Informers;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the cluster says, as this process has last heard. Nothing of it is changed here. */
final class Cluster {
    final SharedIndexInformer<PciDevice> devices;
    final SharedIndexInformer<PciDeviceClaim> claims;
    final SharedIndexInformer<SriovNetworkDevice> networkDevices;
    final SharedIndexInformer<Node> nodes;

    private final Informers informers;
    private volatile @Nullable SharedIndexInformer<KubeVirt> kubeVirts;

    Cluster(Informers informers) {
        devices = informers.of(PciDevice.class);
        claims = informers.of(PciDeviceClaim.class);
        networkDevices = informers.of(SriovNetworkDevice.class);
        this.informers = informers;
        nodes = informers.of(Node.class);
    }

    /** KubeVirt may come to the cluster later than we do; waiting for its objects before that would never end. */
    Optional<SharedIndexInformer<KubeVirt>> followKubeVirt(KubernetesClient client) {
        if (kubeVirts != null || !client.supports(KubeVirt.class)) {
            return Optional.empty();
        }
        SharedIndexInformer<KubeVirt> found = informers.of(KubeVirt.class);
        informers.start();
        kubeVirts = found;
        return Optional.of(found);
    }

    List<KubeVirt> kubeVirts() {
        SharedIndexInformer<KubeVirt> known = kubeVirts;
        return known == null ? List.of() : sorted(known);
    }

    Optional<PciDevice> device(String name) {
        return Optional.ofNullable(devices.getStore().getByKey(name));
    }

    /** The PCIDevices of a node. */
    List<PciDevice> devicesOf(String node) {
        return sorted(devices).stream()
                .filter(device -> labels(device).getOrDefault(Marks.NODE, "").equals(node))
                .toList();
    }

    List<PciDeviceClaim> allClaims() {
        return sorted(claims);
    }

    List<PciDeviceClaim> claimsOf(String node) {
        return allClaims().stream().filter(claim -> node.equals(nodeOf(claim))).toList();
    }

    boolean hasNode(String name) {
        return nodes.getStore().getByKey(name) != null;
    }

    /** The first by name of the nodes that have PCIDevices, and so had an agent. */
    Optional<String> firstNode() {
        return devices.getStore().list().stream()
                .map(device -> labels(device).getOrDefault(Marks.NODE, ""))
                .filter(this::hasNode)
                .min(Comparator.naturalOrder());
    }

    /** The node that a claim names; empty if it names none. */
    static String nodeOf(PciDeviceClaim claim) {
        PciDeviceClaimSpec spec = claim.getSpec();
        return spec == null || spec.nodeName() == null ? "" : spec.nodeName();
    }

    static boolean isBeingDeleted(HasMetadata object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    static Map<String, String> labels(HasMetadata object) {
        return object.getMetadata().getLabels() == null
                ? Map.of()
                : object.getMetadata().getLabels();
    }

    static Map<String, String> annotations(HasMetadata object) {
        return object.getMetadata().getAnnotations() == null
                ? Map.of()
                : object.getMetadata().getAnnotations();
    }

    /** In the order of their names, so that everybody who looks comes to the same. */
    static <T extends HasMetadata> List<T> sorted(SharedIndexInformer<T> informer) {
        return informer.getStore().list().stream()
                .sorted(Comparator.comparing(object -> object.getMetadata().getName()))
                .toList();
    }
}
