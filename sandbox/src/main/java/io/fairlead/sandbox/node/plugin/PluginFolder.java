package io.fairlead.sandbox.node.plugin;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks again and again which sockets there are, and follows each. A name that stands for another file is another socket. */
public final class PluginFolder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PluginFolder.class);
    private static final int DEPTH = 8;

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
        Sockets sockets = new Sockets();
        try {
            Files.walkFileTree(folder, Set.of(), DEPTH, sockets);
        } catch (IOException e) {
            log.debug("{}: {}", folder, e.toString());
        }
        return sockets.present;
    }

    /** What is gone between the listing and the look hides none of the others. */
    private static final class Sockets extends SimpleFileVisitor<Path> {
        final Map<Path, String> present = new HashMap<>();

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
            if (facts.isOther() && !file.getFileName().toString().startsWith(".")) {
                // Not the time of the last change to the file's attributes: permissions are often set after the socket
                // is there.
                present.put(file, facts.fileKey() + " " + facts.creationTime() + " " + facts.lastModifiedTime());
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
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
