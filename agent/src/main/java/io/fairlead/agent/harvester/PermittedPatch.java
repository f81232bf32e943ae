package io.fairlead.agent.harvester;

import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.api.kubevirt.PermittedHostDevices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The smallest change of a KubeVirt object that makes its list of PCI host devices have our entries and leaves those of
 * others alone. The list has no keys and is replaced as a whole by any other kind of patch, so this is a JSON patch that
 * holds only for the version that it was made from. Pure.
 */
final class PermittedPatch {
    private static final String CONFIGURATION = "/spec/configuration";
    private static final String PERMITTED = CONFIGURATION + "/permittedHostDevices";
    private static final String LIST = PERMITTED + "/pciHostDevices";

    private final KubeVirt kubeVirt;
    private final List<Map<String, Object>> operations = new ArrayList<>();

    private PermittedPatch(KubeVirt kubeVirt) {
        this.kubeVirt = kubeVirt;
    }

    /**
     * The operations; none if all is as it should be.
     *
     * @param needed entries that have to be there
     * @param kept entries that may stay, though nobody needs them any more
     */
    static List<Map<String, Object>> of(KubeVirt kubeVirt, Set<PermittedEntry> needed, Set<PermittedEntry> kept) {
        return new PermittedPatch(kubeVirt).make(needed, kept);
    }

    private List<Map<String, Object>> make(Set<PermittedEntry> needed, Set<PermittedEntry> kept) {
        List<PciHostDevice> list = WantedDevices.permitted(kubeVirt)
                .map(PermittedHostDevices::pciHostDevices)
                .findFirst()
                .orElse(List.of());
        NavigableSet<PermittedEntry> ours = recorded();
        NavigableSet<PermittedEntry> after = new TreeSet<>();
        List<PciHostDevice> staying = new ArrayList<>();
        List<Integer> leaving = new ArrayList<>();
        for (int index = 0; index < list.size(); index++) {
            PciHostDevice entry = list.get(index);
            Optional<PermittedEntry> own =
                    ours.stream().filter(known -> known.isLike(entry)).findFirst();
            boolean wanted = Stream.concat(needed.stream(), kept.stream()).anyMatch(known -> known.isLike(entry));
            boolean again = own.isPresent() && staying.stream().anyMatch(own.get()::isLike);
            if (own.isPresent() && (!wanted || again)) {
                leaving.add(index);
            } else {
                staying.add(entry);
                own.ifPresent(after::add);
            }
        }
        // From behind: an index means the same entry as long as only later ones have gone.
        leaving.reversed().forEach(index -> operations.add(Map.of("op", "remove", "path", LIST + "/" + index)));
        List<PermittedEntry> missing = new TreeSet<>(needed)
                .stream()
                        .filter(wanted -> staying.stream().noneMatch(wanted::isLike))
                        .toList();
        if (!missing.isEmpty()) {
            makeParents();
        }
        for (PermittedEntry entry : missing) {
            operations.add(Map.of("op", "add", "path", LIST + "/-", "value", entry.json()));
            after.add(entry);
        }
        record(ours, after);
        if (!operations.isEmpty()) {
            operations.addFirst(Map.of(
                    "op",
                    "test",
                    "path",
                    "/metadata/resourceVersion",
                    "value",
                    kubeVirt.getMetadata().getResourceVersion()));
        }
        return List.copyOf(operations);
    }

    private void makeParents() {
        var spec = kubeVirt.getSpec();
        var configuration = spec == null ? null : spec.configuration();
        var permitted = configuration == null ? null : configuration.permittedHostDevices();
        if (spec == null) {
            add("/spec", Map.of());
        }
        if (configuration == null) {
            add(CONFIGURATION, Map.of());
        }
        if (permitted == null) {
            add(PERMITTED, Map.of());
        }
        if (permitted == null || permitted.pciHostDevices().isEmpty()) {
            add(LIST, List.of());
        }
    }

    /** Ours is what was written down when it was added. An entry that others made the same way is theirs. */
    private NavigableSet<PermittedEntry> recorded() {
        String text = Cluster.annotations(kubeVirt).getOrDefault(Marks.PERMITTED, "");
        return Arrays.stream(text.split(","))
                .flatMap(item -> PermittedEntry.parse(item.strip()).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void record(Set<PermittedEntry> before, Set<PermittedEntry> after) {
        if (before.equals(after)) {
            return;
        }
        if (kubeVirt.getMetadata().getAnnotations() == null
                || kubeVirt.getMetadata().getAnnotations().isEmpty()) {
            add("/metadata/annotations", Map.of());
        }
        String path = "/metadata/annotations/" + Marks.PERMITTED.replace("/", "~1");
        if (after.isEmpty()) {
            operations.add(Map.of("op", "remove", "path", path));
        } else {
            add(path, after.stream().map(PermittedEntry::toString).collect(Collectors.joining(",")));
        }
    }

    private void add(String path, Object value) {
        operations.add(Map.of("op", "add", "path", path, "value", value));
    }
}
