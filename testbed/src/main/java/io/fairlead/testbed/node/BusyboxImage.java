package io.fairlead.testbed.node;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Machine;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An image with nothing but a static busybox in it: no registry is needed to run a pod. */
final class BusyboxImage {
    static final String NAME = "fairlead.local/busybox:1";
    /** What holds a pod's namespaces; the same content under another name. */
    static final String PAUSE = "fairlead.local/pause:1";

    private BusyboxImage() {}

    /** Writes it as {@code docker save} would, for {@code ctr images import}. */
    static Path writeTo(Path file) throws IOException {
        byte[] layer = layer();
        String config = """
                {"architecture": "%s", "os": "linux",
                 "config": {"Env": ["PATH=/bin"], "Cmd": ["/bin/sleep", "2147483647"]},
                 "rootfs": {"type": "layers", "diff_ids": ["sha256:%s"]}}
                """.formatted(architecture(), sha256(layer));
        String configName = sha256(config.getBytes(StandardCharsets.UTF_8)) + ".json";
        String manifest = """
                [{"Config": "%s", "RepoTags": ["%s", "%s"], "Layers": ["layer.tar"]}]
                """.formatted(configName, NAME, PAUSE);
        byte[] archive = new Tar()
                .file(configName, config)
                .file("layer.tar", 0644, layer)
                .file("manifest.json", manifest)
                .bytes();
        return Files.write(file, archive);
    }

    private static byte[] layer() throws IOException {
        Path busybox = Machine.find("busybox").orElseThrow();
        byte[] program = Files.readAllBytes(busybox);
        // A dynamic one names its loader, which the image does not have.
        if (new String(program, StandardCharsets.ISO_8859_1).contains("/ld-linux")) {
            throw new MissingPrerequisite(
                    busybox + " is not static; install with: sudo apt-get install busybox-static");
        }
        Tar tar = new Tar();
        for (String folder : new String[] {"bin", "dev", "etc", "proc", "root", "sys", "tmp"}) {
            tar.folder(folder);
        }
        tar.file("bin/busybox", 0755, program).file("etc/passwd", "root:x:0:0:root:/root:/bin/sh\n");
        Command.require(busybox.toString(), "--list")
                .lines()
                .filter(applet -> !applet.equals("busybox"))
                .forEach(applet -> tar.link("bin/" + applet, "busybox"));
        return tar.bytes();
    }

    private static String architecture() {
        return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
