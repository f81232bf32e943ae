package io.fairlead.agent.offer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.UUID;

/** Names that follow from what they are for, today and after every restart. */
final class Names {
    private Names() {}

    /** A UUID of version 5 (RFC 9562): the same for the same name in the same space. */
    static UUID uuid5(UUID space, byte[] name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(ByteBuffer.allocate(16)
                    .putLong(space.getMostSignificantBits())
                    .putLong(space.getLeastSignificantBits())
                    .array());
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(name));
            long high = (hash.getLong() & ~0xf000L) | 0x5000L;
            long low = (hash.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
            return new UUID(high, low);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** As a DNS label that is as good as unique where it has to be shortened or changed. */
    static String label(String text) {
        String plain =
                text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        if (plain.equals(text.replace(':', '-').replace('.', '-')) && plain.length() <= 40) {
            return plain;
        }
        String hash = uuid5(new UUID(0, 0), text.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
        return plain.substring(0, Math.min(40, plain.length())) + "-" + hash;
    }
}
