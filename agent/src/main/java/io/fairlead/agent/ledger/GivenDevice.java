package io.fairlead.agent.ledger;

import io.fairlead.host.PciAddress;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A device as its holder knows it, so that the same answer can be given again without asking anybody.
 *
 * @param request of the claim; empty for a device plugin
 * @param pool that it is published in, or the resource name of a device plugin
 * @param name in that pool
 * @param shareId which share of it, where it allows several
 * @param functions what it consists of, the first one in front
 * @param mdev its UUID if it is a mediated device
 * @param admin whether it was only to be looked at: nothing was taken for it
 * @param cdiIds how the runtime finds what goes into the container
 */
public record GivenDevice(
        String request,
        String pool,
        String name,
        @Nullable String shareId,
        List<PciAddress> functions,
        @Nullable UUID mdev,
        boolean admin,
        List<String> cdiIds) {
    public GivenDevice {
        functions = List.copyOf(functions);
        cdiIds = List.copyOf(cdiIds);
    }

    /** As a device plugin hands it out. */
    public static GivenDevice plugged(String resource, String id, List<PciAddress> functions, @Nullable UUID mdev) {
        return new GivenDevice("", resource, id, null, functions, mdev, false, List.of());
    }

    /** Whether the kubelet knows both under one name. */
    public boolean isNamedAs(GivenDevice other) {
        return pool.equals(other.pool) && name.equals(other.name);
    }
}
