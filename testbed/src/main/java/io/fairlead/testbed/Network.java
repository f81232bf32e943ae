package io.fairlead.testbed;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Machine;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * The addresses of one cluster. Its nodes hang on a bridge of their own, and the API server listens on the bridge's
 * address, which nodes, pods and this machine can reach and others cannot.
 *
 * @param slot the cluster's number, from which all names and addresses follow
 */
record Network(int slot) {
    /** Makes the bridge, where we may. */
    static Network create(int slot) {
        Network network = new Network(slot);
        remove(slot);
        Command.require("ip", "link", "add", network.bridge(), "type", "bridge");
        Command.require("ip", "addr", "add", network.gateway().getHostAddress() + "/24", "dev", network.bridge());
        Command.require("ip", "link", "set", network.bridge(), "up");
        return network;
    }

    /**
     * Removes the bridge, with its addresses and routes, and our ends of the nodes' cables: the kernel would keep those until
     * the last connection of the node's network has timed out.
     */
    static void remove(int slot) {
        Network network = new Network(slot);
        if (!Machine.isRoot()) {
            return;
        }
        IntStream.rangeClosed(0, Nodes.LAB)
                .mapToObj(index -> index == 0 ? network.bridge() : network.cable(index))
                .filter(Network::isThere)
                .forEach(Network::delete);
    }

    private static boolean isThere(String device) {
        return Files.exists(Path.of("/sys/class/net", device));
    }

    /** A cable also goes by itself, with the network of the node at its other end. */
    private static void delete(String device) {
        Command.Result deleted = Command.run("ip", "link", "del", device);
        if (!deleted.succeeded() && isThere(device)) {
            throw new IllegalStateException("ip link del " + device + ": " + deleted.lastLine());
        }
    }

    String bridge() {
        return "fairlead" + slot;
    }

    /** This machine's end of the cable to a node. */
    String cable(int node) {
        return bridge() + "n" + node;
    }

    InetAddress gateway() {
        return address(1);
    }

    InetAddress node(int index) {
        return address(1 + index);
    }

    /** The pods of a node; this machine has a route to them. */
    String pods(int index) {
        return "10." + (197 + index) + "." + slot + ".0/24";
    }

    private InetAddress address(int host) {
        return InetAddress.ofLiteral("10.197." + slot + "." + host);
    }
}
