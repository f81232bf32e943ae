package io.fairlead.sandbox.node;

import java.nio.file.Path;

/**
 * What a simulated node is.
 *
 * @param index from 1; its addresses are made of it
 * @param kubeletRoot the folder that is {@code /var/lib/kubelet} for it; drivers and plugins find its sockets there
 * @param cdi the folder that is {@code /var/run/cdi} for it
 */
public record NodeOptions(String name, int index, Path kubeletRoot, Path cdi, KubeletPeriods periods) {
    public NodeOptions {
        if (index < 1 || index > 250) {
            throw new IllegalArgumentException("node " + index + ": want 1 to 250");
        }
    }

    /** {@code node-<index>}, with its files under one folder. */
    public static NodeOptions in(Path folder, int index) {
        return new NodeOptions(
                "node-" + index, index, folder.resolve("kubelet"), folder.resolve("cdi"), KubeletPeriods.standard());
    }

    public NodeOptions withPeriods(KubeletPeriods newPeriods) {
        return new NodeOptions(name, index, kubeletRoot, cdi, newPeriods);
    }

    public NodeOptions withName(String newName) {
        return new NodeOptions(newName, index, kubeletRoot, cdi, periods);
    }

    String address() {
        return "10.0.0." + index;
    }

    /** The first two numbers of the addresses of its pods. */
    String podNetwork() {
        return "10." + index;
    }
}
