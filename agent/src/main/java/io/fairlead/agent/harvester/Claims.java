package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.api.model.Condition;
import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Claimed;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciInventory;
import io.fairlead.reconcile.Conditions;
import io.fairlead.reconcile.Events;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Tells the door what is claimed on this node, and the claims what the door says. Other nodes' claims are theirs. */
final class Claims {
    private static final String READY = "Ready";

    private final HarvesterOptions options;
    private final Cluster cluster;
    private final Plugins plugins;
    private final Statuses statuses;
    private final Events events;

    Claims(HarvesterOptions options, Cluster cluster, Plugins plugins, Statuses statuses, Events events) {
        this.options = options;
        this.cluster = cluster;
        this.plugins = plugins;
        this.statuses = statuses;
        this.events = events;
    }

    void reconcile() {
        PciInventory inventory = PciInventory.scan(options.kernel().root());
        List<PciDeviceClaim> claims = cluster.claimsOf(options.node());
        Map<PciDeviceClaim, ClaimCheck> standing = new LinkedHashMap<>();
        for (PciDeviceClaim claim : claims) {
            if (!Cluster.isBeingDeleted(claim)) {
                standing.put(claim, check(claim, inventory));
            }
        }
        plugins.want(WantedDevices.of(wanted(standing), cluster.devicesOf(options.node()), cluster.kubeVirts()));
        standing.forEach(this::report);
        claims.stream().filter(Cluster::isBeingDeleted).forEach(this::release);
        releaseThoseOfGoneNodes();
        reportThoseOfUnknownNodes();
    }

    private ClaimCheck check(PciDeviceClaim claim, PciInventory inventory) {
        return ClaimCheck.of(
                options.node(), claim, cluster.device(claim.getMetadata().getName()), inventory);
    }

    /** Nothing is taken for a claim before it is marked: one that goes away unmarked leaves nobody to give the device back. */
    private List<Claimed> wanted(Map<PciDeviceClaim, ClaimCheck> standing) {
        List<Claimed> wanted = new ArrayList<>();
        standing.forEach((claim, check) -> {
            if (check instanceof ClaimCheck.Accepted(Claimed claimed, var identity)) {
                if (isMarked(claim)) {
                    wanted.add(claimed);
                } else {
                    cluster.device(claimed.name()).ifPresent(device -> mark(claim, device, identity));
                }
            }
        });
        return wanted;
    }

    private static boolean isMarked(PciDeviceClaim claim) {
        return finalizers(claim).contains(Marks.FINALIZER)
                && Cluster.annotations(claim).containsKey(Marks.CLAIMED_ID);
    }

    private void mark(PciDeviceClaim claim, PciDevice device, Identity identity) {
        List<String> finalizers = new ArrayList<>(finalizers(claim));
        if (!finalizers.contains(Marks.FINALIZER)) {
            finalizers.add(Marks.FINALIZER);
        }
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("resourceVersion", claim.getMetadata().getResourceVersion());
        metadata.put("finalizers", finalizers);
        metadata.put("annotations", identity.annotations());
        if (claim.getMetadata().getOwnerReferences().isEmpty()) {
            // It goes with its PCIDevice, and that with its Node.
            metadata.put("ownerReferences", List.of(Owners.of(device)));
        }
        statuses.writeMetadata(claim, metadata);
    }

    private void report(PciDeviceClaim claim, ClaimCheck check) {
        switch (check) {
            case ClaimCheck.Rejected rejected -> report(claim, ClaimReport.of(rejected));
            case ClaimCheck.Accepted(Claimed claimed, var _)
            when isMarked(claim) -> report(claim, ClaimReport.of(plugins.state(claimed.name(), claimed.function())));
            case ClaimCheck.Accepted _ -> {
                // It comes back marked, as soon as there is a PCIDevice for it to belong to.
            }
        }
    }

    private void report(PciDeviceClaim claim, ClaimReport report) {
        Optional<Condition> before = Conditions.find(statuses.conditions(claim), READY);
        Condition condition = Conditions.of(
                READY,
                report.ready(),
                report.reason(),
                report.message(),
                Objects.requireNonNullElse(claim.getMetadata().getGeneration(), 1L));
        boolean written = statuses.write(claim, report.fields(), List.of(condition));
        boolean news = before.filter(known -> known.getReason().equals(report.reason())
                        && known.getMessage().equals(report.message()))
                .isEmpty();
        if (written && news) {
            if (report.ready()) {
                events.normal(claim, report.reason(), report.message());
            } else if (!report.reason().equals("Waiting")) {
                events.warning(claim, report.reason(), report.message());
            }
        }
    }

    /** Lets a claim go when nothing of it is left. */
    private void release(PciDeviceClaim claim) {
        if (!finalizers(claim).contains(Marks.FINALIZER)) {
            return;
        }
        Optional<PciAddress> address = ClaimCheck.address(claim);
        ClaimState state = address.isEmpty()
                ? new ClaimState.Gone()
                : plugins.state(claim.getMetadata().getName(), address.get());
        if (state instanceof ClaimState.Gone) {
            unmark(claim);
            events.normal(claim, "Released", ClaimReport.of(state).message());
        } else {
            report(claim, ClaimReport.of(state));
        }
    }

    /** A node that is gone has no agent to do it, and nothing to give back. */
    private void releaseThoseOfGoneNodes() {
        for (PciDeviceClaim claim : cluster.allClaims()) {
            if (Cluster.isBeingDeleted(claim)
                    && finalizers(claim).contains(Marks.FINALIZER)
                    && !cluster.hasNode(Cluster.nodeOf(claim))) {
                unmark(claim);
            }
        }
    }

    /** Who mistyped a node's name waits for nobody. One agent says so for all. */
    private void reportThoseOfUnknownNodes() {
        if (!cluster.firstNode().filter(options.node()::equals).isPresent()) {
            return;
        }
        for (PciDeviceClaim claim : cluster.allClaims()) {
            if (!Cluster.isBeingDeleted(claim) && !cluster.hasNode(Cluster.nodeOf(claim))) {
                report(
                        claim,
                        ClaimReport.of(new ClaimCheck.Rejected(
                                "NoSuchNode",
                                "spec.nodeName: there is no node \"%s\"; kubectl get nodes lists them"
                                        .formatted(Cluster.nodeOf(claim)))));
            }
        }
    }

    private void unmark(PciDeviceClaim claim) {
        statuses.writeMetadata(
                claim,
                Map.of(
                        "resourceVersion",
                        claim.getMetadata().getResourceVersion(),
                        "finalizers",
                        finalizers(claim).stream()
                                .filter(finalizer -> !finalizer.equals(Marks.FINALIZER))
                                .toList()));
    }

    private static List<String> finalizers(PciDeviceClaim claim) {
        return Objects.requireNonNullElse(claim.getMetadata().getFinalizers(), List.of());
    }
}
