package io.fairlead.testbed;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Machine;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

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

    /** Removing the bridge removes its addresses and routes; a node's end of a veth goes with the node. */
    static void remove(int slot) {
        if (Machine.isRoot() && Files.exists(Path.of("/sys/class/net", new Network(slot).bridge()))) {
            Command.require("ip", "link", "del", new Network(slot).bridge());
        }
    }

    String bridge() {
        return "fairlead" + slot;
    }

    InetAddress gateway() {
        return address(1);
    }

    InetAddress node(int index) {
        return address(1 + index);
    }

    /** The pods of a node; this machine has a route to them. */
    String pods(int index) {
        return "10.198." + (slot * 2 + index - 1) + ".0/24";
    }

    private InetAddress address(int host) {
        return InetAddress.ofLiteral("10.197." + slot + "." + host);
    }
}
