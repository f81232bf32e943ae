package io.fairlead.sandbox.node.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks again and again which sockets there are, and follows each. A name that stands for another file is another socket. */
public final class PluginFolder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PluginFolder.class);

    private final Path folder;
    private final Map<String, PluginHandler> handlers;
    private final Function<String, Path> locate;
    private final Duration period;
    // The thread's, until it has ended.
    private final Map<Path, Followed> sockets = new HashMap<>();
    private final Thread thread;

    private record Followed(String identity, PluginSocket socket) {}

    /**
     * Starts to look.
     *
     * @param handlers by the type that a plugin says it is of
     * @param locate where a path that the plugin told is, seen from here
     */
    public PluginFolder(
            Path folder, Map<String, PluginHandler> handlers, Function<String, Path> locate, Duration period) {
        this.folder = folder;
        this.handlers = handlers;
        this.locate = locate;
        this.period = period;
        this.thread = Thread.ofVirtual().name("plugins-registry").start(this::lookUntilInterrupted);
    }

    private void lookUntilInterrupted() {
        try {
            while (true) {
                look();
                Thread.sleep(period);
            }
        } catch (InterruptedException _) {
            // It is being closed.
        }
    }

    private void look() throws InterruptedException {
        Map<Path, String> present = present();
        Iterator<Map.Entry<Path, Followed>> known = sockets.entrySet().iterator();
        while (known.hasNext()) {
            Map.Entry<Path, Followed> entry = known.next();
            if (!entry.getValue().identity().equals(present.get(entry.getKey()))) {
                entry.getValue().socket().gone();
                known.remove();
            }
        }
        present.forEach((path, identity) -> sockets.computeIfAbsent(
                path, _ -> new Followed(identity, new PluginSocket(path, handlers, locate, period))));
    }

    private Map<Path, String> present() {
        Map<Path, String> present = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder, 8)) {
            files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .forEach(file -> identify(file, present));
        } catch (IOException | UncheckedIOException e) {
            log.debug("{}: {}", folder, e.toString());
        }
        return present;
    }

    private static void identify(Path file, Map<Path, String> present) {
        try {
            // Not the time of the last change to the file's attributes: permissions are often set after the socket is
            // there.
            Map<String, Object> facts = Files.readAttributes(
                    file, "unix:ino,creationTime,lastModifiedTime,isOther", LinkOption.NOFOLLOW_LINKS);
            if (Boolean.TRUE.equals(facts.get("isOther"))) {
                present.put(
                        file, facts.get("ino") + " " + facts.get("creationTime") + " " + facts.get("lastModifiedTime"));
            }
        } catch (IOException _) {
            // Gone between the listing and the look.
        }
    }

    /** Stops as a killed kubelet does: the plugins are not told. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
            for (Followed followed : sockets.values()) {
                followed.socket().abandon();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
