package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.tree.WritableTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What all parts of a simulated machine share: its tree, its one lock, and waiting. All methods are called with the lock
 * held, and {@link #await} gives it up while it waits.
 */
final class Board {
    private static final int LIMIT = 1 << 20;
    private static final int MAX_LINKS = 40;

    private final WritableTree tree;
    private final Map<Thread, Long> waiting = new HashMap<>();
    private long uevents;

    Board(WritableTree tree) {
        this.tree = tree;
    }

    WritableTree tree() {
        return tree;
    }

    /** Waits as a task in the kernel does: without an end, and deaf to interrupts. */
    void await(BooleanSupplier condition) {
        Thread self = Thread.currentThread();
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            if (waiting.putIfAbsent(self, System.nanoTime()) == null) {
                // Somebody may wait for just that. Told once: two who told each other at every look would never rest.
                notifyAll();
            }
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        waiting.remove(self);
        if (interrupted) {
            self.interrupt();
        }
    }

    boolean isWaiting(Thread thread) {
        return waiting.containsKey(thread);
    }

    /** How long a thread has been in {@link #await}: not at all if it is at work. */
    Duration waiting(Thread thread) {
        Long since = waiting.get(thread);
        return since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    /** Lets those who wait look again. */
    void changed() {
        notifyAll();
    }

    /** Says to the world that a device or its driver has changed. */
    void uevent() {
        uevents++;
        notifyAll();
    }

    long uevents() {
        return uevents;
    }

    Optional<String> device(PciAddress address) {
        return follow(Sysfs.DEVICES + "/" + address);
    }

    String present(PciAddress address) throws Refused {
        return device(address).orElseThrow(() -> new Refused(Errno.ENODEV));
    }

    List<PciAddress> functions() {
        return names(Sysfs.DEVICES).stream()
                .flatMap(name -> PciAddress.tryParse(name).stream())
                .toList();
    }

    Optional<String> driver(PciAddress address) {
        return device(address).flatMap(path -> linkedName(path + "/driver"));
    }

    Optional<String> group(PciAddress address) {
        return device(address).flatMap(path -> linkedName(path + "/iommu_group"));
    }

    Optional<String> attribute(PciAddress address, String name) {
        return device(address).flatMap(path -> text(path + "/" + name));
    }

    List<String> names(String path) {
        return ask(() -> tree.list(path)).orElse(List.of());
    }

    Optional<String> text(String path) {
        return ask(() -> tree.read(path, LIMIT)).map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
    }

    int number(String path, int otherwise) {
        return text(path)
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Integer::parseInt)
                .orElse(otherwise);
    }

    boolean exists(String path) {
        int slash = path.lastIndexOf('/');
        return names(path.substring(0, Math.max(0, slash))).contains(path.substring(slash + 1));
    }

    Optional<String> follow(String path) {
        return ask(() -> tree.follow(path));
    }

    Optional<String> linkedName(String path) {
        return follow(path).map(Board::name);
    }

    /** Where a path leads when all links on it are followed. */
    String resolve(String path) {
        String reached = "";
        int links = 0;
        for (String step : path.split("/")) {
            reached = reached.isEmpty() ? step : reached + "/" + step;
            for (Optional<String> target = follow(reached);
                    target.isPresent() && links++ < MAX_LINKS;
                    target = follow(reached)) {
                reached = target.get();
            }
        }
        return reached;
    }

    /** Makes a link as sysfs does, relative to where it stands. */
    void link(String path, String target) {
        tree.link(path, "../".repeat(path.split("/").length - 1) + target);
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private interface Question<T> {
        Optional<T> ask() throws IOException;
    }

    private static <T> Optional<T> ask(Question<T> question) {
        try {
            return question.ask();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
