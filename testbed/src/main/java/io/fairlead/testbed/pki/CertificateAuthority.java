package io.fairlead.testbed.pki;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Signs the certificates of one cluster. */
public final class CertificateAuthority {
    private static final String NAME = "fairlead-testbed";
    private static final Duration LIFETIME = Duration.ofDays(365);
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));

    private final SecureRandom random = new SecureRandom();
    private final KeyPair own = keys();
    private final X509Certificate certificate;

    public CertificateAuthority() {
        try {
            certificate = sign(
                    name(NAME, null),
                    own.getPublic(),
                    List.of(
                            extension("2.5.29.19", true, Der.sequence(Der.yes())),
                            // keyCertSign and cRLSign
                            extension("2.5.29.15", true, new byte[] {0x03, 0x02, 0x01, 0x06})));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate authority", e);
        }
    }

    /** The certificate that clients and servers are to trust. */
    public X509Certificate certificate() {
        return certificate;
    }

    public String pem() {
        return Pem.certificate(certificate);
    }

    /** On an elliptic curve: RSA keys take seconds to make. */
    public static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a key", e);
        }
    }

    /**
     * A certificate for a user and, where names are given, for a server that answers under them. As Kubernetes sees it the
     * common name is the user and the organization its group.
     */
    public Credentials issue(String user, @Nullable String group, SubjectName... names) {
        List<byte[]> extensions = new ArrayList<>();
        // serverAuth and clientAuth
        extensions.add(extension(
                "2.5.29.37", false, Der.sequence(Der.oid("1.3.6.1.5.5.7.3.1"), Der.oid("1.3.6.1.5.5.7.3.2"))));
        if (names.length > 0) {
            byte[][] encoded = Arrays.stream(names).map(SubjectName::encoded).toArray(byte[][]::new);
            extensions.add(extension("2.5.29.17", false, Der.sequence(encoded)));
        }
        try {
            KeyPair keys = keys();
            X509Certificate issued = sign(name(user, group), keys.getPublic(), extensions);
            return new Credentials(issued, keys.getPrivate(), certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot issue a certificate for " + user, e);
        }
    }

    private X509Certificate sign(byte[] subject, PublicKey key, List<byte[]> extensions)
            throws GeneralSecurityException {
        Instant now = Instant.now();
        byte[] content = Der.sequence(
                Der.tagged(0, true, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(120, random)),
                ECDSA_WITH_SHA256,
                name(NAME, null),
                // An hour back, for clocks that are behind.
                Der.sequence(Der.time(now.minus(Duration.ofHours(1))), Der.time(now.plus(LIFETIME))),
                subject,
                key.getEncoded(),
                Der.tagged(3, true, Der.sequence(extensions.toArray(byte[][]::new))));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(own.getPrivate());
        signature.update(content);
        byte[] encoded = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static byte[] extension(String oid, boolean critical, byte[] content) {
        byte[] value = Der.octets(content);
        return critical ? Der.sequence(Der.oid(oid), Der.yes(), value) : Der.sequence(Der.oid(oid), value);
    }

    private static byte[] name(String commonName, @Nullable String organization) {
        byte[] common = attribute("2.5.4.3", commonName);
        return organization == null ? Der.sequence(common) : Der.sequence(attribute("2.5.4.10", organization), common);
    }

    private static byte[] attribute(String oid, String text) {
        return Der.set(Der.sequence(Der.oid(oid), Der.utf8(text)));
    }

    /** A name or address that a server's certificate is valid for. */
    public sealed interface SubjectName {
        byte[] encoded();

        record Dns(String name) implements SubjectName {
            @Override
            public byte[] encoded() {
                return Der.tagged(2, false, name.getBytes(StandardCharsets.US_ASCII));
            }
        }

        record Address(InetAddress address) implements SubjectName {
            @Override
            public byte[] encoded() {
                return Der.tagged(7, false, address.getAddress());
            }
        }
    }
}
