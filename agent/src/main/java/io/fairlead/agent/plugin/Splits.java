package io.fairlead.agent.plugin;

import io.fairlead.agent.plugin.Rows.PodName;
import java.util.List;
import java.util.Optional;

/**
 * Sees that the parts of a unit that have names of their own go to one pod. The kubelet takes preferences for hints only,
 * so a unit can come out split.
 */
final class Splits {
    private final Catalog catalog;

    Splits(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Whether a device has parts that could go elsewhere. */
    boolean concerns(Listed device) {
        return device.companionOf().isPresent() || !companions(device.id()).isEmpty();
    }

    /** Why a container must not start with a device; empty if it may. */
    Optional<String> refusal(Listed device, Rows rows) {
        List<PodName> pods = rows.holders(device.resource().toString(), device.id());
        return device.companionOf()
                .flatMap(this::first)
                .map(first -> withoutFirst(device, first, pods, rows))
                .orElseGet(() -> companions(device.id()).stream()
                        .flatMap(part -> elsewhere(device, part, pods, rows).stream())
                        .findFirst());
    }

    private static Optional<String> withoutFirst(Listed device, Listed first, List<PodName> pods, Rows rows) {
        List<PodName> owners = rows.holders(first.resource().toString(), first.id());
        if (owners.stream().anyMatch(pods::contains)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s %s is a part of %s %s, which %s; a pod has to ask for both, and to be made again to get both"
                        .formatted(
                                device.resource(),
                                device.id(),
                                first.resource(),
                                first.id(),
                                owners.isEmpty() ? "nobody has" : owners.getFirst() + " has"));
    }

    private static Optional<String> elsewhere(Listed device, Listed part, List<PodName> pods, Rows rows) {
        return rows.holders(part.resource().toString(), part.id()).stream()
                .filter(owner -> !pods.contains(owner))
                .findFirst()
                .map(owner -> "%s %s cannot be used without its part %s %s, which %s has; delete that pod"
                        .formatted(device.resource(), device.id(), part.resource(), part.id(), owner));
    }

    private Optional<Listed> first(String id) {
        return catalog.plugins().values().stream()
                .flatMap(List::stream)
                .filter(device -> device.id().equals(id) && device.companionOf().isEmpty())
                .findFirst();
    }

    private List<Listed> companions(String id) {
        return catalog.plugins().values().stream()
                .flatMap(List::stream)
                .filter(device -> device.companionOf().filter(id::equals).isPresent())
                .toList();
    }
}
