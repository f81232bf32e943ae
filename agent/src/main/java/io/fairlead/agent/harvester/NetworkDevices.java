package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.harvester.SriovNetworkDeviceSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.Sriov;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.VirtualFunctions;
import io.fairlead.host.names.ObjectName;
import io.fairlead.reconcile.Conditions;
import io.fairlead.reconcile.Events;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;

/** Makes as many virtual functions as each SRIOVNetworkDevice of this node asks for, and shows those that there are. */
final class NetworkDevices {
    private static final String APPLIED = "Applied";

    private final HarvesterOptions options;
    private final Cluster cluster;
    private final Statuses statuses;
    private final Events events;
    private final VirtualFunctions virtualFunctions;

    NetworkDevices(HarvesterOptions options, Cluster cluster, Statuses statuses, Events events) {
        this.options = options;
        this.cluster = cluster;
        this.statuses = statuses;
        this.events = events;
        this.virtualFunctions = new VirtualFunctions(options.kernel());
    }

    void reconcile() {
        Node node = cluster.nodes.getStore().getByKey(options.node());
        if (node == null) {
            return;
        }
        Map<String, PciFunction> there = new LinkedHashMap<>();
        for (PciFunction function : PciInventory.scan(options.kernel().root()).functions()) {
            if (function.sriov() instanceof Sriov.Physical
                    && !function.interfaces().isEmpty()) {
                there.put(
                        ObjectName.ofNetworkDevice(
                                options.node(), function.interfaces().getFirst().name()),
                        function);
            }
        }
        there.forEach((name, function) -> {
            SriovNetworkDevice known = cluster.networkDevices.getStore().getByKey(name);
            if (known == null) {
                options.client().resource(object(node, name, function)).create();
            } else {
                apply(known, function);
            }
        });
        Cluster.sorted(cluster.networkDevices).stream()
                .filter(device ->
                        Cluster.labels(device).getOrDefault(Marks.NODE, "").equals(options.node()))
                .filter(device -> !there.containsKey(device.getMetadata().getName()))
                .forEach(device -> options.client().resource(device).delete());
    }

    private SriovNetworkDevice object(Node node, String name, PciFunction function) {
        SriovNetworkDevice device = new SriovNetworkDevice();
        device.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .addToLabels(Marks.NODE, options.node())
                .addToAnnotations(
                        Marks.INTERFACE, function.interfaces().getFirst().name())
                .withOwnerReferences(Owners.of(node))
                .build());
        int made = function.sriov() instanceof Sriov.Physical physical
                ? physical.virtualFunctions().size()
                : 0;
        device.setSpec(new SriovNetworkDeviceSpec(function.address().toString(), options.node(), made, Map.of()));
        return device;
    }

    private void apply(SriovNetworkDevice device, PciFunction function) {
        int wanted = device.getSpec() == null || device.getSpec().numVfs() == null
                ? 0
                : device.getSpec().numVfs();
        try {
            NavigableMap<Integer, PciAddress> made = virtualFunctions.of(function.address());
            if (made.size() == wanted) {
                report(device, made.values(), true, "Applied", "%d virtual functions".formatted(wanted));
                return;
            }
            Optional<String> holder = holder(made.values(), options.ledger().state());
            if (holder.isPresent()) {
                report(
                        device,
                        made.values(),
                        false,
                        "InUse",
                        "it has %d virtual functions and keeps them, because %s; set numVFs to %d, or free it"
                                .formatted(made.size(), holder.get(), made.size()));
                return;
            }
            made = virtualFunctions.resize(function.address(), wanted);
            report(device, made.values(), true, "Applied", "%d virtual functions".formatted(wanted));
        } catch (KernelException refused) {
            report(device, there(function), false, "Refused", String.valueOf(refused.getMessage()));
        }
    }

    private Collection<PciAddress> there(PciFunction function) {
        try {
            return virtualFunctions.of(function.address()).values();
        } catch (KernelException gone) {
            return List.of();
        }
    }

    /** Who needs one of the virtual functions: all of them would go. */
    private Optional<String> holder(Collection<PciAddress> functions, LedgerState ledger) {
        for (PciAddress function : functions) {
            Optional<Holding> holding = ledger.holdingOf(function);
            if (holding.isPresent()) {
                return Optional.of("%s is held by %s"
                        .formatted(function, holding.get().holder().text()));
            }
            String claim = ObjectName.ofFunction(options.node(), function);
            if (cluster.claims.getStore().getByKey(claim) != null) {
                return Optional.of("%s is claimed by PCIDeviceClaim %s".formatted(function, claim));
            }
            if (ledger.door(function) == Door.DRA) {
                return Optional.of("%s is offered by dynamic resource allocation".formatted(function));
            }
        }
        return Optional.empty();
    }

    private void report(
            SriovNetworkDevice device, Collection<PciAddress> made, boolean applied, String reason, String message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("vfAddresses", made.stream().map(PciAddress::toString).toList());
        fields.put(
                "vfPCIDevices",
                made.stream()
                        .map(function -> ObjectName.ofFunction(options.node(), function))
                        .toList());
        fields.put("status", made.isEmpty() ? "sriovNetworkDeviceDisabled" : "sriovNetworkDeviceEnabled");
        boolean written = statuses.write(
                device,
                fields,
                List.of(Conditions.of(
                        APPLIED,
                        applied,
                        reason,
                        message,
                        Objects.requireNonNullElse(device.getMetadata().getGeneration(), 1L))));
        if (written && !applied) {
            events.warning(device, reason, message);
        }
    }
}
