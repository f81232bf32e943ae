package io.fairlead.testbed.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.testbed.pki.CertificateAuthority.SubjectName;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class CertificateAuthorityTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private static final CertificateAuthority AUTHORITY = new CertificateAuthority();

    @Test
    void aUserAndItsGroupAreInTheSubject() {
        Credentials admin = AUTHORITY.issue("admin", "system:masters");
        assertThat(admin.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=admin,O=system:masters");
        assertThat(admin.certificate().getBasicConstraints()).isEqualTo(-1);
        assertThat(AUTHORITY.certificate().getBasicConstraints()).isPositive();
    }

    @Test
    void aServerIsKnownByItsNamesAndAddresses() throws GeneralSecurityException {
        Credentials server = AUTHORITY.issue(
                "server", null, new SubjectName.Dns("a.example.com"), new SubjectName.Address(LOOPBACK));
        assertThat(server.certificate().getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "a.example.com"), List.of(7, "127.0.0.1"));
    }

    @Test
    void clientAndServerOfOneAuthorityTrustEachOther() throws Exception {
        Credentials server = AUTHORITY.issue("server", null, new SubjectName.Address(LOOPBACK));
        assertThat(peerSeenBy(server, AUTHORITY.issue("alice", null))).isEqualTo("CN=alice");
    }

    @Test
    void aServerOfAnotherAuthorityIsRefused() {
        Credentials impostor = new CertificateAuthority().issue("server", null, new SubjectName.Address(LOOPBACK));
        assertThatThrownBy(() -> peerSeenBy(impostor, AUTHORITY.issue("alice", null)))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void aServerAtAnAddressThatItsCertificateDoesNotNameIsRefused() {
        Credentials elsewhere =
                AUTHORITY.issue("server", null, new SubjectName.Address(InetAddress.ofLiteral("10.0.0.1")));
        assertThatThrownBy(() -> peerSeenBy(elsewhere, AUTHORITY.issue("alice", null)))
                .isInstanceOf(SSLException.class);
    }

    /** Connects and returns the client's name as the server sees it. */
    private static String peerSeenBy(Credentials server, Credentials client) throws IOException, InterruptedException {
        try (SSLServerSocket listener =
                (SSLServerSocket) server.tls().getServerSocketFactory().createServerSocket(0, 1, LOOPBACK)) {
            listener.setNeedClientAuth(true);
            FutureTask<String> seen = new FutureTask<>(() -> {
                try (SSLSocket accepted = (SSLSocket) listener.accept()) {
                    accepted.getOutputStream().write(1);
                    return accepted.getSession().getPeerPrincipal().getName();
                }
            });
            Thread.ofVirtual().start(seen);
            try (SSLSocket socket =
                    (SSLSocket) client.tls().getSocketFactory().createSocket(LOOPBACK, listener.getLocalPort())) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                assertThat(socket.getInputStream().read()).isEqualTo(1);
            }
            try {
                return seen.get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            }
        }
    }
}
