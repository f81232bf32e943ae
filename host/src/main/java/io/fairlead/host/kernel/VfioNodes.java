package io.fairlead.host.kernel;

import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The device nodes through which a process drives what was handed over, and who has them open. */
public final class VfioNodes {
    /** What every process needs that uses a group. */
    public static final String CONTAINER = "dev/vfio/vfio";

    private final HostRoot root;

    public VfioNodes(HostRoot root) {
        this.root = root;
    }

    public static String group(int number) {
        return "dev/vfio/" + number;
    }

    /**
     * Ids of the processes that have a node open, by the name that it has everywhere; those in containers too, if proc is
     * the host's. A process that ends meanwhile does not count.
     */
    public List<String> holders(String node) throws KernelException {
        Sysfs tree = new Sysfs(root);
        List<String> holders = new ArrayList<>();
        for (String process : tree.names("proc")) {
            if (process.matches("[0-9]+") && holds(tree, process, "/" + node)) {
                holders.add(process);
            }
        }
        return holders;
    }

    private boolean holds(Sysfs tree, String process, String node) throws KernelException {
        String descriptors = "proc/" + process + "/fd";
        for (String descriptor : tree.names(descriptors)) {
            if (target(descriptors + "/" + descriptor).filter(node::equals).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> target(String descriptor) {
        try {
            return root.link(descriptor);
        } catch (IOException closedMeanwhile) {
            return Optional.empty();
        }
    }
}
