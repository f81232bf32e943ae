package io.fairlead.testbed.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A package of the distribution and the file by which its presence is seen.
 *
 * @param probe an absolute path, or a command that is looked for in PATH
 */
public record DebianPackage(String name, String probe) {
    public static final DebianPackage GCC = new DebianPackage("gcc", "gcc");
    public static final DebianPackage LIBSECCOMP = new DebianPackage("libseccomp-dev", "/usr/include/seccomp.h");
    public static final DebianPackage PKG_CONFIG = new DebianPackage("pkg-config", "pkg-config");
    /** Reaps the orphans of a node's containers. */
    public static final DebianPackage TINI = new DebianPackage("tini", "tini");
    /** The content of the image that test pods run. */
    public static final DebianPackage BUSYBOX = new DebianPackage("busybox-static", "busybox");
    /** {@code ip}, for a node's network. */
    public static final DebianPackage IPROUTE = new DebianPackage("iproute2", "ip");
    /** {@code unshare}, {@code nsenter} and {@code setpriv}. */
    public static final DebianPackage UTIL_LINUX = new DebianPackage("util-linux", "setpriv");

    /** Makes a Debian in a folder. */
    public static final DebianPackage MMDEBSTRAP = new DebianPackage("mmdebstrap", "mmdebstrap");

    /** Installs those that are absent, when we are root on a Debian; else says how. */
    public static void require(List<DebianPackage> packages) {
        List<DebianPackage> absent =
                packages.stream().filter(wanted -> !wanted.present()).toList();
        if (absent.isEmpty()) {
            return;
        }
        String names = absent.stream().map(DebianPackage::name).collect(Collectors.joining(" "));
        if (!Machine.isRoot() || Machine.find("apt-get").isEmpty()) {
            throw new MissingPrerequisite(names + " needed; install with: sudo apt-get install " + names);
        }
        List<String> install = new ArrayList<>(
                List.of("apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "-q", "--no-install-recommends"));
        absent.forEach(wanted -> install.add(wanted.name()));
        Command.run(List.of("apt-get", "update", "-q"));
        Command.Result result = Command.run(install);
        if (result.status() != 0) {
            throw new MissingPrerequisite("apt-get could not install " + names + ": " + result.lastLine());
        }
    }

    private boolean present() {
        return probe.startsWith("/")
                ? Files.exists(Path.of(probe))
                : Machine.find(probe).isPresent();
    }
}
