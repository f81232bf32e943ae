package io.fairlead.host;

import java.util.List;

/**
 * A network interface that a function carries.
 *
 * @param name as the kernel calls it
 * @param defaultRoute whether the host's default route leaves through it, directly or through what is built on it
 * @param uppers bridges, bonds, VLANs and other interfaces that are built on it
 */
public record NetworkInterface(String name, boolean defaultRoute, List<String> uppers) {
    public NetworkInterface {
        uppers = List.copyOf(uppers);
    }
}
