package io.fairlead.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;
import java.util.function.Function;

/** {@code ip("10.0.0.1")}, {@code cidr("10.0.0.0/8")} and what can be asked of them. */
final class NetworkFunctions {
    private static final CelType IP_TYPE = OpaqueType.create("net.IP");
    private static final CelType CIDR_TYPE = OpaqueType.create("net.CIDR");
    private static final Parameter IP = new Parameter(IP_TYPE, IpAddress.class);
    private static final Parameter CIDR = new Parameter(CIDR_TYPE, Cidr.class);
    private static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);

    private NetworkFunctions() {}

    static void addTo(Functions functions) {
        functions
                .global("ip", "string_to_ip", IP_TYPE, a -> IpAddress.parse((String) a[0]), TEXT)
                .global("isIP", "is_ip", SimpleType.BOOL, a -> isReadable(IpAddress::parse, a), TEXT)
                .global(
                        "ip.isCanonical",
                        "ip_is_canonical",
                        SimpleType.BOOL,
                        a -> IpAddress.parse((String) a[0]).toString().equals(a[0]),
                        TEXT)
                .global("string", "ip_to_string", SimpleType.STRING, a -> a[0].toString(), IP)
                .member("family", "ip_family", SimpleType.INT, a -> ip(a).family(), IP)
                .member("isUnspecified", "ip_is_unspecified", SimpleType.BOOL, a -> ip(a).isUnspecified(), IP)
                .member("isLoopback", "ip_is_loopback", SimpleType.BOOL, a -> ip(a).isLoopback(), IP)
                .member(
                        "isLinkLocalMulticast",
                        "ip_is_link_local_multicast",
                        SimpleType.BOOL,
                        a -> ip(a).isLinkLocalMulticast(),
                        IP)
                .member(
                        "isLinkLocalUnicast",
                        "ip_is_link_local_unicast",
                        SimpleType.BOOL,
                        a -> ip(a).isLinkLocalUnicast(),
                        IP)
                .member("isGlobalUnicast", "ip_is_global_unicast", SimpleType.BOOL, a -> ip(a).isGlobalUnicast(), IP)
                .global("cidr", "string_to_cidr", CIDR_TYPE, a -> Cidr.parse((String) a[0]), TEXT)
                .global("isCIDR", "is_cidr", SimpleType.BOOL, a -> isReadable(Cidr::parse, a), TEXT)
                .global("string", "cidr_to_string", SimpleType.STRING, a -> a[0].toString(), CIDR)
                .member("ip", "cidr_ip", IP_TYPE, a -> cidr(a).address(), CIDR)
                .member("prefixLength", "cidr_prefix_length", SimpleType.INT, a -> (long) cidr(a).length(), CIDR)
                .member("masked", "cidr_masked", CIDR_TYPE, a -> cidr(a).masked(), CIDR)
                .member(
                        "containsIP",
                        "cidr_contains_ip_ip",
                        SimpleType.BOOL,
                        a -> cidr(a).contains((IpAddress) a[1]),
                        CIDR,
                        IP)
                .member(
                        "containsIP",
                        "cidr_contains_ip_string",
                        SimpleType.BOOL,
                        a -> cidr(a).contains(IpAddress.parse((String) a[1])),
                        CIDR,
                        TEXT)
                .member(
                        "containsCIDR",
                        "cidr_contains_cidr",
                        SimpleType.BOOL,
                        a -> cidr(a).contains((Cidr) a[1]),
                        CIDR,
                        CIDR)
                .member(
                        "containsCIDR",
                        "cidr_contains_cidr_string",
                        SimpleType.BOOL,
                        a -> cidr(a).contains(Cidr.parse((String) a[1])),
                        CIDR,
                        TEXT);
    }

    private static boolean isReadable(Function<String, ?> parser, Object[] arguments) {
        try {
            return parser.apply((String) arguments[0]) != null;
        } catch (CelFailure e) {
            return false;
        }
    }

    private static IpAddress ip(Object[] arguments) {
        return (IpAddress) arguments[0];
    }

    private static Cidr cidr(Object[] arguments) {
        return (Cidr) arguments[0];
    }
}
