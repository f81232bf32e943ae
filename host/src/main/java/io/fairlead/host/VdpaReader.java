package io.fairlead.host;

import java.util.List;
import java.util.Optional;

/** Reads the vDPA devices. */
final class VdpaReader {
    private static final String DEVICES = "sys/bus/vdpa/devices";
    private static final String VHOST = "vhost-vdpa-";

    private VdpaReader() {}

    static List<VdpaDevice> read(TreeReader tree) {
        return tree.names(DEVICES).stream()
                .flatMap(name -> tree.follow(DEVICES + "/" + name).map(path -> device(tree, name, path)).stream())
                .toList();
    }

    private static VdpaDevice device(TreeReader tree, String name, String path) {
        Optional<String> vhost = tree.names(path).stream()
                .filter(entry -> entry.startsWith(VHOST))
                .findFirst();
        return new VdpaDevice(name, DevicePath.function(path), tree.linkedName(path + "/driver"), vhost);
    }
}
