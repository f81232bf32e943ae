package io.fairlead.testbed.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Who somebody is, and whom they trust. */
public record Credentials(X509Certificate certificate, PrivateKey key, X509Certificate authority) {
    public String certificatePem() {
        return Pem.certificate(certificate);
    }

    public String keyPem() {
        return Pem.key(key);
    }

    public String authorityPem() {
        return Pem.certificate(authority);
    }

    /** TLS that shows this certificate and accepts what the same authority has signed. */
    public SSLContext tls() {
        try {
            char[] password = new char[0];
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            store.setKeyEntry("own", key, password, new Certificate[] {certificate, authority});
            store.setCertificateEntry("authority", authority);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot set up TLS for " + certificate.getSubjectX500Principal(), e);
        }
    }
}
