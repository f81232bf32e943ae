package io.fairlead.testbed.lab;

import io.fairlead.testbed.parts.Cache;
import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.DebianPackage;
import io.fairlead.testbed.system.Machine;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The Debian that the lab machine runs, and the QEMU that runs the lab machine: a folder in the user's cache.
 *
 * <p>QEMU comes from there, too, because the one of the machine may be too old to have a card with SR-IOV.
 */
record LabImage(Path root) {
    private static final String SUITE = "bookworm";

    /** What the lab machine has, apart from Debian's essential packages. */
    private static final List<String> PACKAGES = List.of(
            "busybox-static",
            "gcc",
            "iproute2",
            "kmod",
            "libseccomp2",
            "linux-headers-amd64",
            "linux-image-amd64",
            "linux-source",
            "make",
            "mount",
            "pciutils",
            "procps",
            "qemu-guest-agent",
            "qemu-system-x86",
            "tini",
            "xz-utils");

    /** The image, made when this is its first use. */
    static LabImage ofUser() {
        return new LabImage(Cache.ofUser().get(name(), "making the lab machine's Debian", LabImage::make));
    }

    /** Why it cannot be made here, in one line that says what to do. */
    static Optional<String> missing() {
        if (!Machine.isLinux() || !System.getProperty("os.arch").equals("amd64")) {
            return Optional.of("the nested lab runs on Linux on x86-64 only; use such a machine");
        }
        if (!Machine.isRoot()) {
            return Optional.of("the nested lab needs root to make its Debian and its network; run as root");
        }
        if (!Cache.ofUser().has(name()) && Machine.find("apt-get").isEmpty()) {
            return Optional.of("the nested lab's Debian has to be made and there is no apt-get; use a Debian machine");
        }
        return Optional.empty();
    }

    Path kernel() {
        return root.resolve("boot/vmlinuz");
    }

    Path initramfs() {
        return root.resolve("boot/initramfs");
    }

    /** The start of a command that runs QEMU with its own libraries, modules and firmware. */
    List<String> qemu() {
        Path libraries = root.resolve("usr/lib/x86_64-linux-gnu");
        return List.of(
                "env",
                "QEMU_MODULE_DIR=" + libraries.resolve("qemu"),
                root.resolve("usr/lib64/ld-linux-x86-64.so.2").toString(),
                "--library-path",
                libraries.toString(),
                root.resolve("usr/bin/qemu-system-x86_64").toString(),
                "-L",
                root.resolve("usr/share/qemu").toString(),
                "-L",
                root.resolve("usr/share/seabios").toString(),
                "-L",
                root.resolve("usr/lib/ipxe/qemu").toString());
    }

    private static void make(Path target, Path work) throws IOException {
        DebianPackage.require(List.of(DebianPackage.MMDEBSTRAP));
        String archive = archive();
        List<String> command = new ArrayList<>(List.of(
                "mmdebstrap",
                "--mode=root",
                "--variant=essential",
                "--format=directory",
                "--aptopt=APT::Default-Release \"" + SUITE + "-backports\"",
                "--aptopt=APT::Install-Recommends \"false\"",
                "--include=" + String.join(",", PACKAGES)));
        for (String left : List.of("doc", "info", "locale", "man")) {
            command.add("--dpkgopt=path-exclude=/usr/share/" + left + "/*");
        }
        command.addAll(List.of(
                SUITE,
                target.toString(),
                "deb " + archive + " " + SUITE + " main",
                "deb " + archive + " " + SUITE + "-backports main"));
        ProcessBuilder builder = new ProcessBuilder(command);
        // The kernel's package would make an initramfs for hardware that the lab machine does not have.
        builder.environment().put("INITRD", "No");
        Command.Result made = Command.run(builder);
        if (!made.succeeded()) {
            throw new IllegalStateException("mmdebstrap cannot make the lab machine's Debian: " + made.lastLine());
        }
        Files.writeString(target.resolve("init.sh"), resource("init.sh"));
        Path script = Files.writeString(target.resolve("image.sh"), resource("image.sh"));
        Command.require("chroot", target.toString(), "sh", "/image.sh");
        Files.delete(script);
    }

    /** The archive from which this machine installs its own packages. */
    private static String archive() {
        return Command.require(
                        "apt-get",
                        "indextargets",
                        "--format",
                        "$(REPO_URI)",
                        "Created-By: Packages",
                        "Origin: Debian",
                        "Label: Debian")
                .lines()
                .findFirst()
                .orElseThrow(() -> new MissingPrerequisite(
                        "apt knows no Debian archive to make the lab machine from; run: sudo apt-get update"));
    }

    /** The key in it holds everything that decides what the image is, but for the versions of the day. */
    private static String name() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String text : List.of(SUITE, PACKAGES.toString(), resource("init.sh"), resource("image.sh"))) {
                digest.update(text.getBytes(StandardCharsets.UTF_8));
            }
            return "lab-" + SUITE + "-" + HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String resource(String name) {
        try (InputStream in = LabImage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the testbed jar lacks lab/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
