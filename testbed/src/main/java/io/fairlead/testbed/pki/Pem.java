package io.fairlead.testbed.pki;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
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

    /** A private key as PKCS#8, a public one as SubjectPublicKeyInfo. */
    public static String key(Key key) {
        return block(key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY", key.getEncoded());
    }

    private static String block(String label, byte[] content) {
        String lines = new String(LINES.encode(content), StandardCharsets.US_ASCII);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }
}
