package io.fairlead.testbed.node;

import io.fairlead.testbed.pki.Credentials;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * Who a node is and where its things are.
 *
 * @param folder of its own, with a short path
 * @param device the name of the machine's end of its network cable
 * @param bridge where that end is plugged in
 * @param gateway the machine's address on the bridge
 * @param pods the addresses of its pods, such as {@code 10.198.0.0/24}
 * @param routes to the pods of other nodes
 * @param controlGroup under which its pods are
 * @param credentials what it shows to the API server, and to those who call it
 * @param kubeconfig the file by which it finds the API server
 */
public record NodePlan(
        String name,
        Path folder,
        String device,
        String bridge,
        InetAddress gateway,
        InetAddress address,
        String pods,
        List<Route> routes,
        String controlGroup,
        Credentials credentials,
        Path kubeconfig,
        Binaries binaries) {
    /** A way to the pods of another node. */
    public record Route(String pods, InetAddress via) {}

    /** Folders with what a node runs. */
    public record Binaries(Path kubernetes, Path containerd, Path runc, Path cni) {
        public List<Path> folders() {
            return List.of(kubernetes, containerd, runc, cni);
        }

        /** For PATH: containerd looks for its shim there. */
        String path() {
            return containerd + ":" + runc + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin")
                    + ":/usr/sbin:/sbin";
        }
    }

    Path containerdSocket() {
        return folder.resolve("containerd.sock");
    }
}
