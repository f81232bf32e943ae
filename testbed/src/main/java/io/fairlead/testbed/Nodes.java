package io.fairlead.testbed;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.lab.LabOptions;
import io.fairlead.testbed.node.LabNode;
import io.fairlead.testbed.node.NodePlan;
import io.fairlead.testbed.node.NodePlan.Binaries;
import io.fairlead.testbed.node.NodePlan.Route;
import io.fairlead.testbed.node.RealNode;
import io.fairlead.testbed.parts.Part;
import io.fairlead.testbed.parts.Parts;
import io.fairlead.testbed.pki.CertificateAuthority.SubjectName;
import io.fairlead.testbed.pki.Credentials;
import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.DebianPackage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The nodes of one cluster, started when they are first asked for. */
final class Nodes {
    static final int MOST = 2;

    /** The number of the lab machine among the nodes. */
    static final int LAB = 3;

    private static final List<DebianPackage> PACKAGES =
            List.of(DebianPackage.TINI, DebianPackage.BUSYBOX, DebianPackage.IPROUTE, DebianPackage.UTIL_LINUX);

    private final Slot slot;
    private final ControlPlane.Running controlPlane;
    private final Path kubernetes;
    private final Daemons daemons;
    private final KubernetesClient client;
    private final List<RealNode> started = new ArrayList<>();
    private @Nullable LabNode lab;
    // A second try would take as long and fail the same way.
    private @Nullable RuntimeException labFailure;

    Nodes(Slot slot, ControlPlane.Running controlPlane, Path kubernetes, Daemons daemons, KubernetesClient client) {
        this.slot = slot;
        this.controlPlane = controlPlane;
        this.kubernetes = kubernetes;
        this.daemons = daemons;
        this.client = client;
    }

    /** That many nodes, ready; those that are not there yet are started. */
    synchronized List<RealNode> ready(int count) {
        if (count > MOST) {
            throw new IllegalArgumentException(count + " nodes asked for, at most " + MOST + " are possible");
        }
        while (started.size() < count) {
            started.add(start(started.size() + 1));
        }
        return List.copyOf(started.subList(0, count));
    }

    private RealNode start(int index) {
        DebianPackage.require(PACKAGES);
        // Short, because paths of sockets start with it.
        NodePlan plan = plan(index, "node-" + index, slot.folder().resolve("n" + index), binaries());
        ControlGroups.create(plan.controlGroup());
        return RealNode.start(plan, daemons, () -> answers(plan.name()));
    }

    /** The lab machine as a node, ready; started with these options when it is not there yet. */
    synchronized LabNode lab(LabOptions options) {
        if (labFailure != null) {
            throw labFailure;
        }
        if (lab == null) {
            lab = startLab(options);
        }
        return lab;
    }

    private LabNode startLab(LabOptions options) {
        try {
            DebianPackage.require(PACKAGES);
            Binaries binaries = binaries();
            Lab machine = Lab.ofCluster(
                    slot,
                    daemons,
                    options.withShares(binaries.folders()).withCable(new Network(slot.number()).cable(LAB)));
            NodePlan plan = plan(LAB, "lab", machine.share().resolve("node"), binaries);
            return LabNode.start(plan, machine, () -> answers(plan.name()));
        } catch (RuntimeException e) {
            labFailure = e;
            throw e;
        }
    }

    private Binaries binaries() {
        Parts parts = Parts.ofUser();
        return new Binaries(
                kubernetes, parts.binaries(Part.CONTAINERD), parts.binaries(Part.RUNC), parts.binaries(Part.CNI));
    }

    private NodePlan plan(int index, String name, Path folder, Binaries binaries) {
        Network network = new Network(slot.number());
        create(folder);
        Credentials credentials = controlPlane
                .authority()
                .issue(
                        "system:node:" + name,
                        "system:nodes",
                        new SubjectName.Dns(name),
                        new SubjectName.Address(network.node(index)));
        List<Route> routes = IntStream.rangeClosed(1, LAB)
                .filter(other -> other != index)
                .mapToObj(other -> new Route(network.pods(other), network.node(other)))
                .toList();
        return new NodePlan(
                name,
                folder,
                network.cable(index),
                network.bridge(),
                network.gateway(),
                network.node(index),
                network.pods(index),
                routes,
                ControlGroups.name(slot.number(), name),
                credentials,
                controlPlane.kubeconfig(credentials).writeTo(folder.resolve("kubeconfig")),
                binaries);
    }

    private static void create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("no folder " + folder + " for a node", e);
        }
    }

    private boolean answers(String name) {
        try {
            return ready(client.nodes().withName(name).get())
                    && "ok".equals(client.raw("/api/v1/nodes/" + name + "/proxy/healthz"));
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private static boolean ready(@Nullable Node node) {
        return node != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }
}
