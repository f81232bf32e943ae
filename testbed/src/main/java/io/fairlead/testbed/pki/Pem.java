package io.fairlead.testbed.pki;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;

/** Keys and certificates as text. */
public final class Pem {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    public static String certificate(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("not a certificate that can be written", e);
        }
    }

    public static String key(PublicKey key) {
        return block("PUBLIC KEY", key.getEncoded());
    }

    /** As RFC 5915 has it, because clients take a PKCS#8 key, whose label does not tell its kind, for RSA. */
    public static String key(PrivateKey key) {
        // With a bit in front of them, leading zeros stay.
        byte[] number = ((ECPrivateKey) key).getS().setBit(256).toByteArray();
        byte[] content = Der.sequence(
                Der.integer(BigInteger.ONE),
                Der.octets(Arrays.copyOfRange(number, number.length - 32, number.length)),
                Der.tagged(0, true, Der.oid("1.2.840.10045.3.1.7")));
        return block("EC PRIVATE KEY", content);
    }

    private static String block(String label, byte[] content) {
        String lines = new String(LINES.encode(content), StandardCharsets.US_ASCII);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }
}
