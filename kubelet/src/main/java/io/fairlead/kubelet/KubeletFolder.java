package io.fairlead.kubelet;

import io.fairlead.wire.SocketPath;
import java.nio.file.Path;

/**
 * The kubelet's folder, where plugins and the kubelet find each other's sockets.
 *
 * @param here as this process sees it
 * @param onNode the same folder as the kubelet sees it: what it is told must be in its terms
 */
public record KubeletFolder(Path here, Path onNode) {
    private static final Path STANDARD = Path.of("/var/lib/kubelet");

    /** Where every kubelet has it unless it was told otherwise. */
    public static KubeletFolder standard() {
        return at(STANDARD);
    }

    /** Seen alike by this process and by the kubelet. */
    public static KubeletFolder at(Path folder) {
        return new KubeletFolder(folder, folder);
    }

    /** The standard folder of a kubelet that lives in a file system of its own. */
    public static KubeletFolder ofOtherRoot(Path here) {
        return new KubeletFolder(here, STANDARD);
    }

    /** A driver's own folder; it may keep other things there, too. */
    public Path plugin(String driver) {
        return here.resolve("plugins").resolve(driver);
    }

    /** The same, as the kubelet and container runtimes see it. */
    public Path pluginOnNode(String driver) {
        return onNode(plugin(driver));
    }

    Path registry() {
        return here.resolve("plugins_registry");
    }

    Path devicePlugins() {
        return here.resolve("device-plugins");
    }

    SocketPath podResources() {
        return new SocketPath(here.resolve("pod-resources/kubelet.sock"));
    }

    Path onNode(Path path) {
        return onNode.resolve(here.relativize(path));
    }
}
