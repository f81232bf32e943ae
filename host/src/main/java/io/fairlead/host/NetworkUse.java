package io.fairlead.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The host's network interfaces, which functions carry them, and what the host needs them for. */
final class NetworkUse {
    private static final String INTERFACES = "sys/class/net";
    private static final String LOWER = "lower_";
    private static final String UPPER = "upper_";

    private final Map<PciAddress, List<NetworkInterface>> interfaces;
    private final Optional<String> unknown;

    private NetworkUse(Map<PciAddress, List<NetworkInterface>> interfaces, Optional<String> unknown) {
        this.interfaces = interfaces;
        this.unknown = unknown;
    }

    static NetworkUse read(TreeReader tree) {
        Map<String, String> paths = new TreeMap<>();
        for (String name : tree.names(INTERFACES)) {
            tree.follow(INTERFACES + "/" + name).ifPresent(path -> paths.put(name, path));
        }
        Optional<DefaultRoutes> routes = DefaultRoutes.read(tree);
        Map<String, List<String>> entries = new HashMap<>();
        paths.forEach((name, path) -> entries.put(name, tree.names(path)));
        Set<String> onRoute = withLowers(routes.map(DefaultRoutes::interfaces).orElse(Set.of()), entries);

        Map<PciAddress, List<NetworkInterface>> interfaces = new HashMap<>();
        paths.forEach((name, path) -> DevicePath.function(path)
                .ifPresent(function -> interfaces.merge(
                        function,
                        List.of(new NetworkInterface(
                                name,
                                onRoute.contains(name),
                                uppers(tree, path, entries.getOrDefault(name, List.of())))),
                        Lists::joined)));
        return new NetworkUse(
                interfaces,
                routes.isPresent() ? unclear(onRoute, paths, entries) : Optional.of("the host's routes are not known"));
    }

    /** A tunnel with the default route, or an interface that does not show, leaves through one that is not told. */
    private static Optional<String> unclear(
            Set<String> onRoute, Map<String, String> paths, Map<String, List<String>> entries) {
        return onRoute.stream()
                .filter(name ->
                        DevicePath.function(paths.getOrDefault(name, "")).isEmpty())
                .filter(name ->
                        entries.getOrDefault(name, List.of()).stream().noneMatch(entry -> entry.startsWith(LOWER)))
                .map(name -> "nothing tells which interface is behind the default route on " + name)
                .findFirst();
    }

    List<NetworkInterface> of(PciAddress function) {
        return interfaces.getOrDefault(function, List.of());
    }

    /** Why nobody can say what the interfaces are used for. */
    Optional<String> unknown() {
        return unknown;
    }

    /** A route through a VLAN, bond or bridge leaves through what that is built on. */
    private static Set<String> withLowers(Set<String> tops, Map<String, List<String>> entries) {
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(tops);
        while (!open.isEmpty()) {
            String name = open.pop();
            if (all.add(name)) {
                entries.getOrDefault(name, List.of()).stream()
                        .filter(entry -> entry.startsWith(LOWER))
                        .forEach(entry -> open.add(entry.substring(LOWER.length())));
            }
        }
        return all;
    }

    private static List<String> uppers(TreeReader tree, String path, List<String> entries) {
        Set<String> uppers = new TreeSet<>();
        for (String entry : entries) {
            if (entry.startsWith(UPPER)) {
                uppers.add(entry.substring(UPPER.length()));
            } else if (entry.equals("master")) {
                uppers.add(tree.linkedName(path + "/" + entry).orElse("an unknown bridge or bond"));
            }
        }
        return List.copyOf(uppers);
    }
}
