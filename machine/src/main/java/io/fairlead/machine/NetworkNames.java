package io.fairlead.machine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What the links of a network are called inside the pod. The kernel allows 15 characters, so names are hashes. */
public final class NetworkNames {
    private static final int HASH_LENGTH = 11;

    private NetworkNames() {}

    /** The link that CNI makes for a secondary network. */
    public static String podInterface(String network) {
        return "pod" + hash(network);
    }

    /** The tap device that QEMU opens for a secondary network. */
    public static String tap(String network) {
        return "tap" + hash(network);
    }

    public static final String PRIMARY_POD_INTERFACE = "eth0";
    public static final String PRIMARY_TAP = "tap0";

    private static String hash(String network) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(network.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_LENGTH / 2 + 1).substring(0, HASH_LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }
}
