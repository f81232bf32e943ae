package io.fairlead.host;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The interfaces that the host's default routes leave through.
 *
 * @param interfaces their names
 */
record DefaultRoutes(Set<String> interfaces) {
    private static final String ANY = "0".repeat(32);

    /** Those of process 1, and where that is hidden from us, our own; nothing if neither shows or makes sense. */
    static Optional<DefaultRoutes> read(TreeReader tree) {
        return tree.table("proc/1/net/route")
                .map(ipv4 -> of(ipv4, tree.table("proc/1/net/ipv6_route").orElse(List.of())))
                .orElseGet(() -> tree.table("proc/net/route")
                        .flatMap(ipv4 ->
                                of(ipv4, tree.table("proc/net/ipv6_route").orElse(List.of()))));
    }

    private static Optional<DefaultRoutes> of(List<String> ipv4, List<String> ipv6) {
        if (ipv4.stream().anyMatch(line -> words(line).length < 8)
                || ipv6.stream().anyMatch(line -> words(line).length != 10)) {
            return Optional.empty();
        }
        return Optional.of(new DefaultRoutes(Stream.concat(
                        ipv4.stream().filter(DefaultRoutes::isDefaultIpv4).map(line -> words(line)[0]),
                        ipv6.stream().filter(DefaultRoutes::isDefaultIpv6).map(line -> words(line)[9]))
                .collect(Collectors.toSet())));
    }

    /** Interface, destination, gateway, flags, references, uses, metric, mask. */
    static boolean isDefaultIpv4(String line) {
        String[] words = words(line);
        return words.length >= 8 && words[1].equals("00000000") && words[7].equals("00000000");
    }

    /** Destination and its length, source and its length, next hop, metric, references, uses, flags, interface. */
    static boolean isDefaultIpv6(String line) {
        String[] words = words(line);
        // The kernel ends its table with a route that refuses everything, on the loopback interface.
        return words.length == 10 && words[0].equals(ANY) && words[1].equals("00") && !words[9].equals("lo");
    }

    private static String[] words(String line) {
        return line.strip().split("\\s+");
    }
}
