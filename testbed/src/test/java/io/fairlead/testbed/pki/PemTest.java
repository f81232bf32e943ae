package io.fairlead.testbed.pki;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.CertUtils;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECPrivateKeySpec;
import org.junit.jupiter.api.Test;

class PemTest {
    private static final CertificateAuthority AUTHORITY = new CertificateAuthority();

    @Test
    void clientsReadThePrivateKey() throws Exception {
        Credentials alice = AUTHORITY.issue("alice", null);
        assertThat(readByClient(alice, alice.key())).isEqualTo(alice.key());
    }

    @Test
    void aNumberWithLeadingZerosIsWrittenWhole() throws Exception {
        KeyPair any = CertificateAuthority.keys();
        ECPrivateKeySpec small = new ECPrivateKeySpec(BigInteger.TWO, ((ECPrivateKey) any.getPrivate()).getParams());
        PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(small);
        assertThat(readByClient(AUTHORITY.issue("alice", null), key)).isEqualTo(key);
    }

    private static Object readByClient(Credentials credentials, PrivateKey key) throws Exception {
        String pem = Pem.key(key);
        char[] password = "secret".toCharArray();
        KeyStore store = CertUtils.createKeyStore(
                stream(credentials.certificatePem()),
                stream(pem),
                Config.getKeyAlgorithm(stream(pem)),
                password,
                null,
                password);
        return store.getKey(store.aliases().nextElement(), password);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
