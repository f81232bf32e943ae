package io.fairlead.host;

import io.fairlead.host.tree.HostRoot;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.host.tree.RecordingTree;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A copy of a host's tree that gives the same inventory as the host: for tests, and for people who report a problem.
 *
 * <p>It holds what a scan reads and little more. Serial numbers and MAC addresses are not in it unless asked for.
 */
public final class Capture {
    /** The extended space begins here, and with it the capability that holds a serial number. */
    private static final int CONFIG_BYTES = 256;

    private static final int LIMIT = 64 << 10;

    /**
     * Beside what a scan reads: what {@code lspci} reads, and what helps to understand a problem. Not {@code sriov_numvfs},
     * which is counted: who reads that waits for whoever writes it just now.
     */
    private static final List<String> MORE = List.of(
            "ari_enabled",
            "class",
            "device",
            "driver_override",
            "enable",
            "irq",
            "local_cpulist",
            "modalias",
            "sriov_drivers_autoprobe",
            "sriov_offset",
            "sriov_stride",
            "sriov_vf_device",
            "subsystem_device",
            "subsystem_vendor",
            "vendor");

    private static final List<String> IDENTITIES =
            List.of("address", "serial", "wwid", "phys_switch_id", "phys_port_id");

    private final RecordingTree root;
    private final boolean withIdentities;

    private Capture(HostRoot root, boolean withIdentities) {
        this.root = new RecordingTree(root);
        this.withIdentities = withIdentities;
    }

    /** Copies what matters of a host. */
    public static MemoryTree of(HostRoot root, boolean withIdentities) {
        Capture capture = new Capture(root, withIdentities);
        PciInventory inventory = PciInventory.scan(capture.root);
        inventory.functions().forEach(capture::addFunction);
        if (withIdentities) {
            capture.addIdentities("sys/class/net");
            capture.addIdentities("sys/class/block");
            capture.addIdentities("sys/class/nvme");
            return capture.root.recording();
        }
        return Redaction.of(capture.root.recording());
    }

    private void addFunction(PciFunction function) {
        attempt(() -> root.follow(FunctionReader.DEVICES + "/" + function.address()))
                .ifPresent(path -> {
                    MORE.forEach(name -> attempt(() -> root.read(path + "/" + name, LIMIT)));
                    if (function.sriov() instanceof Sriov.Physical(int _, var made)) {
                        root.recording().file(path + "/sriov_numvfs", Integer.toString(made.size()));
                    }
                    addConfig(path + "/config");
                });
    }

    private void addConfig(String path) {
        attempt(() -> root.read(path, LIMIT)).ifPresent(config -> {
            if (!withIdentities && config.length > CONFIG_BYTES) {
                root.recording().file(path, Arrays.copyOf(config, CONFIG_BYTES));
            }
        });
    }

    private void addIdentities(String type) {
        for (String name : attempt(() -> root.list(type)).orElse(List.of())) {
            attempt(() -> root.follow(type + "/" + name))
                    .ifPresent(path ->
                            IDENTITIES.forEach(identity -> attempt(() -> root.read(path + "/" + identity, LIMIT))));
        }
    }

    private interface Question<T> {
        Optional<T> ask() throws IOException;
    }

    /** What cannot be read is not in the copy, as it is not in an inventory. */
    private static <T> Optional<T> attempt(Question<T> question) {
        try {
            return question.ask();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
