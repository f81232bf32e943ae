package io.fairlead.cli;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Daemon;
import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.DebianPackage;
import io.fairlead.testbed.system.Ready;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A libvirtd in namespaces of its own, which never meets that of the system. It takes what does not exist for VFIO devices. */
final class Libvirt implements AutoCloseable {
    private static final List<DebianPackage> PACKAGES = List.of(
            DebianPackage.TINI,
            DebianPackage.UTIL_LINUX,
            new DebianPackage("libvirt-clients", "virsh"),
            new DebianPackage("libvirt-daemon", "libvirtd"),
            new DebianPackage(
                    "libvirt-daemon-driver-qemu",
                    "/usr/lib/x86_64-linux-gnu/libvirt/connection-driver/libvirt_driver_qemu.so"),
            new DebianPackage("qemu-system-x86", "qemu-system-x86_64"));

    private static final String PASSED_FUNCTION = "<hostdev mode='subsystem' type='pci' managed='no'>";

    private final Path folder;
    private final Path socket;

    private Libvirt(Path folder, Path socket) {
        this.folder = folder;
        this.socket = socket;
    }

    /** Starts it with all of its state in this folder. */
    static Libvirt start(Path folder) throws IOException {
        DebianPackage.require(PACKAGES);
        Path script = folder.resolve("libvirt-alone.sh");
        try (InputStream content = Libvirt.class.getResourceAsStream("/libvirt-alone.sh")) {
            Files.copy(Objects.requireNonNull(content), script);
        }
        Path socket = folder.resolve("run/libvirt-sock");
        Libvirt libvirt = new Libvirt(folder, socket);
        Daemon daemon = new Daemons(folder, false)
                .start(
                        "libvirtd",
                        List.of(
                                "unshare",
                                "--mount",
                                "--net",
                                "--pid",
                                "--fork",
                                "--kill-child",
                                "--mount-proc",
                                "sh",
                                script.toString(),
                                folder.toString()));
        try {
            Ready.await(daemon, "a socket", () -> Files.exists(socket));
        } catch (RuntimeException silent) {
            libvirt.close();
            throw silent;
        }
        return libvirt;
    }

    /**
     * How QEMU would be called for a domain of this machine's own architecture, without KVM. Libvirt 9 chooses VFIO by itself
     * only when it starts a domain, so here it is told.
     */
    Command.Result argumentsOf(String xml) throws IOException {
        String emulated = xml.replace("<domain type='kvm'>", "<domain type='qemu'>")
                .replace("<cpu mode='host-passthrough'", "<cpu mode='maximum'")
                .replace(PASSED_FUNCTION, PASSED_FUNCTION + "<driver name='vfio'/>");
        Path file = Files.writeString(folder.resolve("domain.xml"), emulated);
        return Command.run(
                "virsh",
                "-c",
                "qemu:///system?socket=" + socket,
                "domxml-to-native",
                "qemu-argv",
                "--xml",
                file.toString());
    }

    @Override
    public void close() {
        Daemons.killAll(folder);
    }
}
