package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceStatus;
import io.fairlead.host.PciInventory;
import io.fairlead.host.names.ResourceName;
import io.fairlead.reconcile.Conditions;
import io.fairlead.reconcile.Events;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps the PCIDevice objects of this node like the machine. */
final class Discovery {
    private static final String OFFERABLE = "Offerable";

    private final HarvesterOptions options;
    private final KubernetesClient client;
    private final Cluster cluster;
    private final Statuses statuses;
    private final Events events;

    Discovery(HarvesterOptions options, Cluster cluster, Statuses statuses, Events events) {
        this.options = options;
        this.client = options.client();
        this.cluster = cluster;
        this.statuses = statuses;
        this.events = events;
    }

    void reconcile() {
        Node node = cluster.nodes.getStore().getByKey(options.node());
        if (node == null) {
            return; // what we would write belongs to the Node, and goes with it
        }
        DeviceObjects objects = new DeviceObjects(
                options.node(), PciInventory.scan(options.kernel().root()), options.names());
        Map<String, PciDevice> wanted = objects.all(chosenNames());
        wanted.forEach((name, device) -> keep(node, device, objects));
        Set<String> claimed = cluster.claimsOf(options.node()).stream()
                .map(claim -> claim.getMetadata().getName())
                .collect(Collectors.toSet());
        for (PciDevice device : cluster.devicesOf(options.node())) {
            String name = device.getMetadata().getName();
            if (!wanted.containsKey(name)) {
                vanished(device, claimed.contains(name));
            }
        }
    }

    private void keep(Node node, PciDevice wanted, DeviceObjects objects) {
        Optional<PciDevice> known = cluster.device(wanted.getMetadata().getName());
        PciDevice device = known.orElseGet(() -> create(node, wanted));
        Map<String, String> labels = Cluster.labels(wanted);
        Map<String, Object> changes = new HashMap<>(labels);
        Cluster.labels(device).forEach((label, value) -> {
            if (value.equals(labels.get(label))) {
                changes.remove(label);
            } else if (label.equals(Marks.PARENT_NETWORK_DEVICE) && !labels.containsKey(label)) {
                changes.put(label, null);
            }
        });
        if (!changes.isEmpty()) {
            statuses.writeMetadata(device, Map.of("labels", changes));
        }
        Optional<String> obstacle = objects.obstacle(wanted.getMetadata().getName());
        boolean written = statuses.write(device, fields(wanted.getStatus()), List.of(condition(device, obstacle)));
        if (written && known.isPresent()) {
            tell(device, wanted);
        }
    }

    private void tell(PciDevice before, PciDevice after) {
        PciDeviceStatus old = before.getStatus();
        if (old == null || old.vendorId() == null) {
            return;
        }
        PciDeviceStatus now = after.getStatus();
        if (!Objects.equals(old.vendorId(), now.vendorId()) || !Objects.equals(old.deviceId(), now.deviceId())) {
            events.warning(
                    before,
                    "Replaced",
                    "%s:%s is now where %s:%s was: %s"
                            .formatted(
                                    now.vendorId(), now.deviceId(), old.vendorId(), old.deviceId(), now.description()));
        } else if (!Objects.equals(old.iommuGroup(), now.iommuGroup())) {
            events.normal(
                    before,
                    "GroupChanged",
                    "its IOMMU group was %s and is %s now".formatted(old.iommuGroup(), now.iommuGroup()));
        }
    }

    private PciDevice create(Node node, PciDevice wanted) {
        PciDevice fresh = Serialization.clone(wanted);
        fresh.setStatus(null);
        fresh.getMetadata().setOwnerReferences(List.of(Owners.of(node)));
        return client.resource(fresh).create();
    }

    /** Goes with its function, but not while somebody claims it: the claim would go with it. */
    private void vanished(PciDevice device, boolean claimed) {
        if (!claimed) {
            client.resource(device).delete();
            return;
        }
        String message = "it is not in the machine any more; plug it in again, or delete its claim";
        if (statuses.write(
                device,
                Map.of("kernelDriverInUse", ""),
                List.of(Conditions.of(OFFERABLE, false, "Vanished", message, generation(device))))) {
            events.warning(device, "Vanished", message);
        }
    }

    /** Names that admins chose; one that is none is said to be so where somebody claims the device. */
    private Map<String, ResourceName> chosenNames() {
        Map<String, ResourceName> names = new HashMap<>();
        for (PciDevice device : cluster.devicesOf(options.node())) {
            ChosenName.of(device)
                    .name()
                    .ifPresent(name -> names.put(device.getMetadata().getName(), name));
        }
        return names;
    }

    private static Condition condition(PciDevice device, Optional<String> obstacle) {
        return Conditions.of(
                OFFERABLE,
                obstacle.isEmpty(),
                obstacle.isEmpty() ? "Free" : "Withheld",
                obstacle.orElse("it can be claimed"),
                generation(device));
    }

    private static long generation(PciDevice device) {
        return Objects.requireNonNullElse(device.getMetadata().getGeneration(), 1L);
    }

    private static Map<String, Object> fields(PciDeviceStatus status) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", status.address());
        fields.put("vendorId", status.vendorId());
        fields.put("deviceId", status.deviceId());
        fields.put("classId", status.classId());
        fields.put("iommuGroup", status.iommuGroup());
        fields.put("nodeName", status.nodeName());
        fields.put("resourceName", status.resourceName());
        fields.put("description", status.description());
        fields.put("kernelDriverInUse", status.kernelDriverInUse());
        return fields;
    }
}
