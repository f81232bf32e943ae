package io.fairlead.host.names;

import io.fairlead.host.PciAddress;
import java.util.Locale;

/** Names of the Kubernetes objects that stand for devices of a node. */
public final class ObjectName {
    private ObjectName() {}

    /** PCIDevice and its claim: node {@code janus}, address {@code 0000:23:00.2} make {@code janus-000023002}. */
    public static String ofFunction(String node, PciAddress address) {
        return node + "-" + address.toString().replace(":", "").replace(".", "");
    }

    /** SRIOVNetworkDevice, by the interface of its physical function. */
    public static String ofNetworkDevice(String node, String networkInterface) {
        return (node + "-" + networkInterface).toLowerCase(Locale.ROOT);
    }
}
