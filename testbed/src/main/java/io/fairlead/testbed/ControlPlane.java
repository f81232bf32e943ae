package io.fairlead.testbed;

import io.fairlead.testbed.pki.CertificateAuthority;
import io.fairlead.testbed.pki.CertificateAuthority.SubjectName;
import io.fairlead.testbed.pki.Credentials;
import io.fairlead.testbed.pki.Pem;
import io.fairlead.testbed.system.Daemon;
import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.FreePort;
import io.fairlead.testbed.system.Ready;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;

/** etcd, kube-apiserver, kube-controller-manager and kube-scheduler, configured as close to production as a laptop allows. */
final class ControlPlane {
    private final Path folder;
    private final Path kubernetes;
    private final Path etcd;
    private final InetAddress address;
    private final Daemons daemons;
    private final CertificateAuthority authority = new CertificateAuthority();

    /**
     * @param folder for keys, data and logs
     * @param kubernetes the folder with the binaries of Kubernetes
     * @param etcd the folder with etcd
     * @param address where the API server listens
     */
    ControlPlane(Path folder, Path kubernetes, Path etcd, InetAddress address, Daemons daemons) {
        this.folder = folder;
        this.kubernetes = kubernetes;
        this.etcd = etcd;
        this.address = address;
        this.daemons = daemons;
    }

    /** A running API server: where it is and who may do everything there. */
    record Running(URI url, Credentials admin, CertificateAuthority authority) {
        Kubeconfig kubeconfig(Credentials user) {
            return new Kubeconfig(url, user);
        }
    }

    /** Starts all four and returns when the API server is ready. */
    Running start(List<String> apiServerFlags) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        URI etcdUrl = FreePort.on(loopback, clients -> FreePort.on(loopback, peers -> startEtcd(clients, peers)));
        writeKeys();
        Credentials admin = authority.issue("testbed-admin", "system:masters");
        URI url = FreePort.on(address, port -> startApiServer(etcdUrl, port, admin, apiServerFlags));
        Running running = new Running(url, admin, authority);
        startClient(
                running,
                "kube-controller-manager",
                List.of(
                        "--use-service-account-credentials=true",
                        "--service-account-private-key-file=" + pki("sa.key"),
                        "--root-ca-file=" + pki("ca.crt")));
        startClient(running, "kube-scheduler", List.of());
        return running;
    }

    private URI startEtcd(int clientPort, int peerPort) {
        URI clients = URI.create("http://127.0.0.1:" + clientPort);
        URI peers = URI.create("http://127.0.0.1:" + peerPort);
        Daemon daemon = daemons.start(
                "etcd",
                List.of(
                        etcd.resolve("etcd").toString(),
                        "--data-dir=" + folder.resolve("etcd"),
                        // Nothing here has to survive a power cut.
                        "--unsafe-no-fsync",
                        "--listen-client-urls=" + clients,
                        "--advertise-client-urls=" + clients,
                        "--listen-peer-urls=" + peers,
                        "--initial-advertise-peer-urls=" + peers,
                        "--initial-cluster=default=" + peers));
        Ready.await(daemon, clients.resolve("/readyz"), null);
        return clients;
    }

    private URI startApiServer(URI etcdUrl, int port, Credentials admin, List<String> flags) {
        URI url = URI.create("https://" + address.getHostAddress() + ":" + port);
        Daemon daemon = daemons.start("kube-apiserver", apiServer(etcdUrl, port, flags));
        Ready.await(daemon, url.resolve("/readyz"), admin.tls());
        return url;
    }

    private List<String> apiServer(URI etcdUrl, int port, List<String> more) {
        List<String> command = new ArrayList<>(List.of(
                kubernetes.resolve("kube-apiserver").toString(),
                "--etcd-servers=" + etcdUrl,
                "--bind-address=" + address.getHostAddress(),
                "--advertise-address=" + address.getHostAddress(),
                "--secure-port=" + port,
                "--endpoint-reconciler-type=none",
                "--tls-cert-file=" + pki("apiserver.crt"),
                "--tls-private-key-file=" + pki("apiserver.key"),
                "--client-ca-file=" + pki("ca.crt"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + pki("sa.pub"),
                "--service-account-signing-key-file=" + pki("sa.key"),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--authorization-mode=Node,RBAC",
                "--enable-admission-plugins=NodeRestriction",
                "--kubelet-client-certificate=" + pki("kubelet-client.crt"),
                "--kubelet-client-key=" + pki("kubelet-client.key"),
                "--kubelet-certificate-authority=" + pki("ca.crt"),
                "--kubelet-preferred-address-types=InternalIP",
                "--allow-privileged=true"));
        command.addAll(more);
        return command;
    }

    private void startClient(Running running, String name, List<String> more) {
        Credentials user = authority.issue("system:" + name, null);
        Path kubeconfig = running.kubeconfig(user).writeTo(folder.resolve(name + ".kubeconfig"));
        List<String> command = new ArrayList<>(List.of(
                kubernetes.resolve(name).toString(),
                "--kubeconfig=" + kubeconfig,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--leader-elect=false",
                "--secure-port=0"));
        command.addAll(more);
        daemons.start(name, command);
    }

    private void writeKeys() {
        try {
            Files.createDirectories(folder.resolve("pki"));
            Files.writeString(pki("ca.crt"), authority.pem());
            write("apiserver", authority.issue("kube-apiserver", null, serverNames()));
            write("kubelet-client", authority.issue("kube-apiserver-kubelet-client", "system:masters"));
            KeyPair serviceAccounts = CertificateAuthority.keys();
            Files.writeString(pki("sa.key"), Pem.key(serviceAccounts.getPrivate()));
            Files.writeString(pki("sa.pub"), Pem.key(serviceAccounts.getPublic()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write keys to " + folder, e);
        }
    }

    private SubjectName[] serverNames() {
        return new SubjectName[] {
            new SubjectName.Dns("localhost"),
            new SubjectName.Dns("kubernetes.default.svc"),
            new SubjectName.Address(address),
            new SubjectName.Address(InetAddress.getLoopbackAddress()),
            new SubjectName.Address(InetAddress.ofLiteral("10.96.0.1"))
        };
    }

    private void write(String name, Credentials credentials) throws IOException {
        Files.writeString(pki(name + ".crt"), credentials.certificatePem());
        Files.writeString(pki(name + ".key"), credentials.keyPem());
    }

    private Path pki(String file) {
        return folder.resolve("pki").resolve(file);
    }
}
