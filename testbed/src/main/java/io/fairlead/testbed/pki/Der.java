package io.fairlead.testbed.pki;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few ASN.1 values that an X.509 certificate is made of, in DER. The JDK reads them but does not write them. */
final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... members) {
        return value(0x30, join(members));
    }

    static byte[] set(byte[] member) {
        return value(0x31, member);
    }

    static byte[] integer(BigInteger number) {
        return value(0x02, number.toByteArray());
    }

    static byte[] yes() {
        return value(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] octets(byte[] content) {
        return value(0x04, content);
    }

    static byte[] bits(byte[] content) {
        return value(0x03, join(new byte[] {0}, content));
    }

    static byte[] utf8(String text) {
        return value(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant instant) {
        return value(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier such as {@code 2.5.29.17}. */
    static byte[] oid(String dotted) {
        String[] arcs = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >> shift != 0) {
                    out.write(0x80 | ((arc >> shift) & 0x7f));
                }
            }
            out.write(arc & 0x7f);
        }
        return value(0x06, out.toByteArray());
    }

    /** A value with a context-specific tag, such as an extension list ({@code constructed}) or a SAN entry. */
    static byte[] tagged(int number, boolean constructed, byte[] content) {
        return value(0x80 | (constructed ? 0x20 : 0) | number, content);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] value(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int start = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - start));
            out.write(length, start, length.length - start);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
