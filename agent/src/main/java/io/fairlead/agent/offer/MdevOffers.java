package io.fairlead.agent.offer;

import io.fairlead.host.MdevInstance;
import io.fairlead.host.MdevParent;
import io.fairlead.host.MdevType;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The mediated devices that can be made, and those of ours that were. Instances of others are never among them. */
final class MdevOffers {
    private static final UUID OURS = UUID.fromString("5fa1c3de-53f4-5cbb-9f58-2a5d6bd2b4d0");

    private final OfferRules rules;
    private final PciInventory inventory;
    private final String node;
    private final boolean counters;
    private final MdevMost most;

    MdevOffers(OfferRules rules, PciInventory inventory, String node, boolean counters, MdevMost most) {
        this.rules = rules;
        this.inventory = inventory;
        this.node = node;
        this.counters = counters;
        this.most = most;
    }

    List<Offered> all() {
        List<Offered> devices = new ArrayList<>();
        for (MdevParent parent : inventory.mdevParents()) {
            PciFunction function =
                    parent.function().flatMap(inventory::function).orElse(null);
            List<String> wanted = rule(function).map(OfferRule::mdevTypes).orElse(List.of());
            List<MdevType> types = parent.types().stream()
                    .filter(type -> wanted.contains(type.id()) || wanted.contains(type.name()))
                    .toList();
            // Without counters nothing would bound the types together, so the one that the parent lists first is
            // offered.
            devices.addAll(instances(
                    parent, function, counters ? types : types.stream().limit(1).toList()));
        }
        return devices;
    }

    /** For a parent that is not a PCI function the first rule about mediated devices speaks that names nothing of PCI. */
    private Optional<OfferRule> rule(@Nullable PciFunction function) {
        if (function != null) {
            return rules.ruleFor(function, inventory);
        }
        return rules.rules().stream()
                .filter(rule -> !rule.mdevTypes().isEmpty()
                        && rule.vendors().isEmpty()
                        && rule.devices().isEmpty()
                        && rule.classes().isEmpty()
                        && rule.addresses().isEmpty()
                        && rule.physicalFunctions().isEmpty())
                .findFirst();
    }

    private List<Offered> instances(MdevParent parent, @Nullable PciFunction function, List<MdevType> types) {
        Set<UUID> made = parent.instances().stream()
                .map(MdevInstance::uuid)
                .flatMap(text -> uuid(text).stream())
                .collect(Collectors.toSet());
        record Possible(MdevType type, List<UUID> uuids, int most) {}
        List<Possible> all = types.stream()
                .map(type -> {
                    List<UUID> uuids = possible(parent, type, made);
                    return new Possible(type, uuids, most.of(parent, type, uuids.size()));
                })
                .filter(possible -> !possible.uuids().isEmpty())
                .toList();
        int total = all.stream().mapToInt(Possible::most).max().orElse(0);
        List<Offered> devices = new ArrayList<>();
        for (Possible possible : all) {
            int amount = Math.ceilDiv(total, possible.most());
            for (UUID uuid : possible.uuids()) {
                devices.add(new Offered(
                        "mdev-" + uuid,
                        Offered.Kind.MEDIATED,
                        List.of(),
                        new Offered.Mdev(
                                uuid,
                                parent.name(),
                                possible.type().id(),
                                possible.type().name(),
                                function),
                        counters ? new Offered.Share(counterSet(parent), amount, total) : null));
            }
        }
        return devices;
    }

    /** Ours that are there, and as many more as the parent says it can make, always under the same names. */
    private List<UUID> possible(MdevParent parent, MdevType type, Set<UUID> made) {
        List<UUID> uuids = new ArrayList<>();
        int more = type.available();
        int limit = parent.instances().size() + type.available();
        for (int index = 0; index < limit; index++) {
            UUID uuid = name(parent.name(), type.id(), index);
            if (made.contains(uuid)) {
                uuids.add(uuid);
            } else if (more > 0) {
                uuids.add(uuid);
                more--;
            }
        }
        return uuids;
    }

    UUID name(String parent, String type, int index) {
        return Names.uuid5(
                OURS,
                String.join("/", node, parent, type, Integer.toString(index)).getBytes(StandardCharsets.UTF_8));
    }

    private static String counterSet(MdevParent parent) {
        return "mdev-" + Names.label(parent.name());
    }

    private static Optional<UUID> uuid(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
