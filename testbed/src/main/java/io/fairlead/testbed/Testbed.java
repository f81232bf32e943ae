package io.fairlead.testbed;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.lab.LabOptions;
import io.fairlead.testbed.node.LabNode;
import io.fairlead.testbed.node.RealNode;
import io.fairlead.testbed.parts.Part;
import io.fairlead.testbed.parts.Parts;
import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.DebianPackage;
import io.fairlead.testbed.system.Machine;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** A real Kubernetes that was started here: its API, and its nodes once they are asked for. */
public final class Testbed implements AutoCloseable {
    private final Slot slot;
    private final TestbedOptions options;
    private final Path kubernetes;
    private final ControlPlane.Running controlPlane;
    private final Path kubeconfig;
    private final KubernetesClient admin;
    private final Nodes nodes;
    /** What clients learn of the kinds that there are costs them most of their start. */
    private final KubernetesSerialization kinds = new KubernetesSerialization();

    private Testbed(
            Slot slot, TestbedOptions options, Path kubernetes, ControlPlane.Running controlPlane, Daemons daemons) {
        this.slot = slot;
        this.options = options;
        this.kubernetes = kubernetes;
        this.controlPlane = controlPlane;
        this.kubeconfig = controlPlane.kubeconfig(controlPlane.admin()).writeTo(kubeconfig(slot));
        this.admin = client("default");
        this.nodes = new Nodes(slot, controlPlane, kubernetes, daemons, admin);
    }

    /**
     * Starts a control plane, after building what is not yet in the user's cache.
     *
     * @throws MissingPrerequisite if this machine cannot run it
     */
    public static Testbed start(TestbedOptions options) {
        missing(options.kubernetes(), 0).ifPresent(reason -> {
            throw new MissingPrerequisite(reason);
        });
        Parts parts = Parts.ofUser();
        Path kubernetes = parts.binaries(Part.kubernetes(options.kubernetes()));
        Path etcd = parts.binaries(Part.ETCD);
        DebianPackage.require(List.of(DebianPackage.UTIL_LINUX));
        Slot slot = Slot.claim(Slot.ofUser(), options.detached());
        try {
            // Where no node can be, nobody but this machine has to reach the API server.
            boolean nodesPossible = missing(options.kubernetes(), 1).isEmpty();
            InetAddress address = nodesPossible ? bridge(slot) : InetAddress.getLoopbackAddress();
            Daemons daemons = new Daemons(slot.folder(), options.detached());
            ControlPlane.Running running =
                    new ControlPlane(slot.folder(), kubernetes, etcd, address, daemons).start(options.apiServerFlags());
            return new Testbed(slot, options, kubernetes, running, daemons);
        } catch (RuntimeException e) {
            slot.release();
            throw e;
        }
    }

    /** Why this machine cannot run a cluster with that many nodes, in one line that says what to do. */
    public static Optional<String> missing(String kubernetes, int nodes) {
        if (!Machine.isLinux()) {
            return Optional.of("a real Kubernetes runs on Linux only; use a Linux machine");
        }
        if (nodes > 0 && !Machine.isRoot()) {
            return Optional.of("real nodes need root for their namespaces; run as root");
        }
        if (nodes > 0
                && !Command.run("unshare", "--mount", "--net", "--pid", "--fork", "true")
                        .succeeded()) {
            return Optional.of(
                    "real nodes need namespaces and this machine refuses them; in a container, run it privileged");
        }
        boolean built = Parts.ofUser().has(List.of(Part.kubernetes(kubernetes), Part.ETCD));
        if (!built && Machine.find("go").isEmpty()) {
            return Optional.of("Kubernetes has to be built and there is no Go; install Go 1.26 from https://go.dev/dl");
        }
        return Optional.empty();
    }

    public static Path kubeconfig(Slot slot) {
        return slot.folder().resolve("kubeconfig");
    }

    /** A kubeconfig file of somebody who may do everything. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    public URI url() {
        return controlPlane.url();
    }

    /** TLS of somebody who may do everything, for speaking to {@link #url()} without a client library. */
    public SSLContext tls() {
        return controlPlane.admin().tls();
    }

    /** The real kubectl of this version. */
    public Path kubectl() {
        return kubernetes.resolve("kubectl");
    }

    public String version() {
        return options.kubernetes();
    }

    /** A client of somebody who may do everything, at home in a namespace. The caller closes it. */
    public KubernetesClient client(String namespace) {
        Config config = Config.fromKubeconfig(
                controlPlane.kubeconfig(controlPlane.admin()).text());
        config.setNamespace(namespace);
        // It has a certificate, and would otherwise look for a token before every request, from its second minute on.
        config.setOauthTokenProvider(() -> null);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(kinds)
                .build();
    }

    /**
     * That many real nodes, at most two, in the same order every time; those that are not running yet are started.
     *
     * @throws MissingPrerequisite if this machine cannot run them
     */
    public List<RealNode> nodes(int count) {
        missing(options.kubernetes(), count).ifPresent(reason -> {
            throw new MissingPrerequisite(reason);
        });
        return nodes.ready(count);
    }

    /**
     * The lab machine as one more real node, with these options the first time it is asked for.
     *
     * @throws MissingPrerequisite if this machine cannot run it
     */
    public LabNode lab(LabOptions labOptions) {
        missing(options.kubernetes(), 1).or(Lab::missing).ifPresent(reason -> {
            throw new MissingPrerequisite(reason);
        });
        return nodes.lab(labOptions);
    }

    /** Where the processes write what they have to say, one file each. */
    public Path logs() {
        return slot.folder().resolve("logs");
    }

    /** Ends every process and removes what it had. */
    @Override
    public void close() {
        admin.close();
        slot.release();
    }

    private static InetAddress bridge(Slot slot) {
        DebianPackage.require(List.of(DebianPackage.IPROUTE));
        return Network.create(slot.number()).gateway();
    }
}
