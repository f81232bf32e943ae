package io.fairlead.host;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The interfaces that the host's default routes leave through.
 *
 * @param interfaces their names
 */
record DefaultRoutes(Set<String> interfaces) {
    private static final String ANY = "0".repeat(32);

    /** Those of process 1, and where that is hidden from us, our own; nothing if neither shows. */
    static Optional<DefaultRoutes> read(TreeReader tree) {
        return tree.table("proc/1/net/route")
                .map(lines -> of(lines, tree.table("proc/1/net/ipv6_route")))
                .or(() -> tree.table("proc/net/route").map(lines -> of(lines, tree.table("proc/net/ipv6_route"))));
    }

    private static DefaultRoutes of(List<String> ipv4, Optional<List<String>> ipv6) {
        Set<String> interfaces = ipv4.stream()
                .filter(DefaultRoutes::isDefaultIpv4)
                .map(line -> line.strip().split("\\s+")[0])
                .collect(Collectors.toSet());
        ipv6.orElse(List.of()).stream()
                .filter(DefaultRoutes::isDefaultIpv6)
                .map(line -> line.strip().split("\\s+")[9])
                .forEach(interfaces::add);
        return new DefaultRoutes(interfaces);
    }

    /** Interface, destination, gateway, flags, references, uses, metric, mask. */
    static boolean isDefaultIpv4(String line) {
        String[] words = line.strip().split("\\s+");
        return words.length >= 8 && words[1].equals("00000000") && words[7].equals("00000000");
    }

    /** Destination and its length, source and its length, next hop, metric, references, uses, flags, interface. */
    static boolean isDefaultIpv6(String line) {
        String[] words = line.strip().split("\\s+");
        // The kernel ends its table with a route that refuses everything, on the loopback interface.
        return words.length == 10 && words[0].equals(ANY) && words[1].equals("00") && !words[9].equals("lo");
    }
}
