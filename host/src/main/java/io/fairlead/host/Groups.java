package io.fairlead.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the IOMMU groups: what the kernel lists, and what the functions themselves say. */
final class Groups {
    private static final String GROUPS = "sys/kernel/iommu_groups";

    private Groups() {}

    static List<IommuGroup> read(TreeReader tree, List<PciFunction> functions) {
        Map<Integer, NavigableSet<PciAddress>> claimed = new TreeMap<>();
        for (PciFunction function : functions) {
            function.iommuGroup()
                    .ifPresent(number -> claimed.computeIfAbsent(number, _ -> new TreeSet<>())
                            .add(function.address()));
        }
        for (String name : tree.names(GROUPS)) {
            number(name).ifPresent(number -> claimed.computeIfAbsent(number, _ -> new TreeSet<>()));
        }
        return claimed.entrySet().parallelStream()
                .map(entry -> read(tree, entry.getKey(), entry.getValue()))
                .toList();
    }

    private static IommuGroup read(TreeReader tree, int number, NavigableSet<PciAddress> functions) {
        String path = GROUPS + "/" + number;
        List<String> others = new ArrayList<>();
        for (String member : tree.names(path + "/devices")) {
            PciAddress.tryParse(member).ifPresentOrElse(functions::add, () -> others.add(member));
        }
        boolean isolating = !tree.text(path + "/name").orElse("").equals("vfio-noiommu");
        return new IommuGroup(number, List.copyOf(functions), others, isolating);
    }

    /** A small decimal number, as the kernel numbers groups and virtual functions. */
    static OptionalInt number(String text) {
        return text.length() <= 9 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }
}
