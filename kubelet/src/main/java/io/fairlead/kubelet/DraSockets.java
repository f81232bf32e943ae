package io.fairlead.kubelet;

import io.fairlead.wire.SocketPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The two sockets of a DRA plugin. During a rolling update two instances run side by side, so each has its pod's uid in its
 * names; names that would be too long for a socket have a digest there instead.
 */
record DraSockets(SocketPath dra, SocketPath registration) {
    static DraSockets of(KubeletFolder kubelet, String driver, Optional<String> podUid) {
        Path plugin = kubelet.plugin(driver);
        Path registry = kubelet.registry();
        if (podUid.isEmpty()) {
            return new DraSockets(
                    new SocketPath(plugin.resolve("dra.sock")), new SocketPath(registry.resolve(driver + "-reg.sock")));
        }
        String uid = podUid.get();
        return new DraSockets(
                firstThatFits(kubelet, plugin, List.of("dra-" + uid + ".sock", "dra-" + digest(uid, 6) + ".sock")),
                firstThatFits(
                        kubelet,
                        registry,
                        List.of(
                                driver + "-" + uid + "-reg.sock",
                                driver + "-" + digest(uid, 8) + "-reg.sock",
                                "dra-" + digest(driver + "\0" + uid, 16) + "-reg.sock")));
    }

    /** It must fit here, where we listen, and there, where the kubelet connects. */
    private static SocketPath firstThatFits(KubeletFolder kubelet, Path folder, List<String> names) {
        for (String name : names) {
            Path path = folder.resolve(name);
            if (SocketPath.fits(path) && SocketPath.fits(kubelet.onNode(path))) {
                return new SocketPath(path);
            }
        }
        return new SocketPath(folder.resolve(names.getLast()));
    }

    private static String digest(String text, int bytes) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
