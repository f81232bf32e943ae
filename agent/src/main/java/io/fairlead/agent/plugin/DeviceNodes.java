package io.fairlead.agent.plugin;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.MediatedDevices;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VfioNodes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.UUID;

/** The nodes in /dev through which a VM drives what was handed over. */
final class DeviceNodes {
    private static final String OWN = "dev/vfio/devices";

    private final Kernel kernel;
    private final Sysfs sysfs;

    DeviceNodes(Kernel kernel) {
        this.kernel = kernel;
        this.sysfs = new Sysfs(kernel.root());
    }

    /** One for each group, and one for each function where the kernel has those too. */
    List<String> of(Collection<PciAddress> functions) throws KernelException {
        TreeSet<Integer> groups = new TreeSet<>();
        // A kernel can be built to have the devices without their nodes.
        List<String> made = sysfs.names(OWN);
        List<String> own = new ArrayList<>();
        for (PciAddress function : functions) {
            sysfs.group(function).ifPresent(groups::add);
            Optional<String> path = sysfs.device(function);
            if (path.isPresent()) {
                sysfs.names(path.get() + "/vfio-dev").stream()
                        .filter(made::contains)
                        .forEach(name -> own.add(OWN + "/" + name));
            }
        }
        List<String> nodes =
                new ArrayList<>(groups.stream().map(VfioNodes::group).toList());
        own.stream().sorted().forEach(nodes::add);
        return nodes;
    }

    /** All of a device; none of one that has gone. */
    List<String> of(Listed device) throws KernelException {
        return device.kind() == Listed.Kind.MEDIATED ? of(UUID.fromString(device.id())) : of(device.functions());
    }

    /** The group of a mediated device. */
    List<String> of(UUID mdev) throws KernelException {
        OptionalInt group = new MediatedDevices(kernel).group(mdev);
        return group.isPresent() ? List.of(VfioNodes.group(group.getAsInt())) : List.of();
    }
}
