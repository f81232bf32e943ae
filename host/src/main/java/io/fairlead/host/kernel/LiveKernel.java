package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The kernel of this machine. Needs root, the host's sysfs mounted writable, the host's processes and, for the settings of
 * virtual functions, its network namespace; and the commands {@code dd} and {@code ip}.
 */
public final class LiveKernel implements Kernel {
    /** Long enough for a card with many functions, and short enough that a kubelet still waits. */
    public static final Duration DEADLINE = Duration.ofSeconds(15);

    private final Path root;
    private final Duration deadline;

    /** Writes that did not come back, by path and value: the same one is waited for again, not begun again. */
    private final Map<String, Command> stuck = new ConcurrentHashMap<>();

    public LiveKernel() {
        this(Path.of("/"), DEADLINE);
    }

    public LiveKernel(Path root, Duration deadline) {
        this.root = root;
        this.deadline = deadline;
    }

    @Override
    public HostRoot root() {
        return HostRoot.in(root);
    }

    @Override
    public void write(String path, String value) throws KernelException {
        Path file = root.resolve(path);
        if (!Files.exists(file)) {
            throw KernelException.of(path, value, Errno.ENOENT);
        }
        Command command =
                run(path, value, value + "\n", List.of("dd", "of=" + file, "bs=4096", "conv=notrunc", "status=none"));
        if (!command.succeeded()) {
            throw KernelException.of(path, value, errno(command));
        }
    }

    @Override
    public VfSettings virtualFunction(String physicalInterface, int index) throws KernelException {
        Command command = run("sys/class/net/" + physicalInterface, "", "", IpLink.show(physicalInterface));
        if (!command.succeeded()) {
            throw KernelException.of("sys/class/net/" + physicalInterface, "vf " + index, errno(command));
        }
        return IpLink.settings(printed(command), index)
                .orElseThrow(
                        () -> KernelException.of("sys/class/net/" + physicalInterface, "vf " + index, Errno.EINVAL));
    }

    @Override
    public void setVirtualFunction(String physicalInterface, int index, VfSettings settings) throws KernelException {
        List<String> command = IpLink.set(physicalInterface, index, settings);
        String what = String.join(" ", command);
        Command ended = run("sys/class/net/" + physicalInterface, what, "", command);
        if (!ended.succeeded()) {
            throw KernelException.of("sys/class/net/" + physicalInterface, what, errno(ended));
        }
    }

    @Override
    public void hotReset(List<PciAddress> functions) throws KernelException {
        Sysfs sysfs = new Sysfs(root());
        Set<Integer> groups = new LinkedHashSet<>();
        for (PciAddress function : functions) {
            sysfs.group(function).ifPresent(groups::add);
        }
        within("dev/vfio", "hot reset", () -> {
            VfioHotReset.of(root.resolve("dev/vfio"), List.copyOf(groups), functions.getFirst());
            return null;
        });
    }

    @Override
    public Watch watch(Runnable changed) {
        return Uevents.watch(changed);
    }

    /** Runs a command to its end, or finds the same one still running from before. */
    private Command run(String path, String value, String input, List<String> arguments) throws KernelException {
        String key = path + '\n' + value;
        try {
            Command command = stuck.get(key);
            if (command == null) {
                command = Command.start(input, arguments);
            }
            if (command.endsWithin(deadline)) {
                stuck.remove(key, command);
                return command;
            }
            stuck.put(key, command);
            command.abandon();
            throw KernelException.stuck(path, value, deadline.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new KernelException(
                    path, Reason.STUCK, "interrupted while writing \"%s\" to /%s".formatted(value, path));
        } catch (IOException missing) {
            throw new KernelException(
                    path,
                    Reason.REFUSED,
                    "%s cannot be run: %s; install it".formatted(arguments.getFirst(), missing.getMessage()));
        }
    }

    /** For calls that no command makes: a thread that is left behind if it does not come back. */
    private <T> T within(String path, String what, Callable<T> work) throws KernelException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name(what).start(task);
        try {
            return task.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw KernelException.stuck(path, what, deadline.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new KernelException(path, Reason.STUCK, "interrupted during " + what);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof KernelException refused) {
                throw refused;
            }
            throw new IllegalStateException(failure.getCause());
        }
    }

    private static Errno errno(Command command) {
        try {
            return Errno.of(command.errors());
        } catch (IOException unreadable) {
            return Errno.EIO;
        }
    }

    private static String printed(Command command) throws KernelException {
        try {
            return command.output();
        } catch (IOException unreadable) {
            throw new KernelException("proc", Reason.REFUSED, "ip printed nothing: " + unreadable.getMessage());
        }
    }
}
