package io.fairlead.sandbox.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that is {@code /var/lib/kubelet} for a simulated kubelet; plugins may call it by either name. */
record KubeletRoot(Path path) {
    private static final String ELSEWHERE = "/var/lib/kubelet/";

    Path pluginsRegistry() {
        return path.resolve("plugins_registry");
    }

    Path devicePlugins() {
        return path.resolve("device-plugins");
    }

    Path deviceCheckpoint() {
        return devicePlugins().resolve("kubelet_internal_checkpoint");
    }

    Path podResourcesSocket() {
        return path.resolve("pod-resources/kubelet.sock");
    }

    Path draCheckpoint() {
        return path.resolve("dra_manager_state");
    }

    /** Where a path is that a plugin told the kubelet. */
    Path locate(String told) {
        return told.startsWith(ELSEWHERE) ? path.resolve(told.substring(ELSEWHERE.length())) : Path.of(told);
    }

    void create() throws IOException {
        Files.createDirectories(pluginsRegistry());
        Files.createDirectories(path.resolve("plugins"));
        Files.createDirectories(devicePlugins());
        Files.createDirectories(path.resolve("pod-resources"));
    }
}
