package io.fairlead.kubelet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/** One call of a driver at a time, also across two instances of it that run side by side. */
final class Turns {
    private static final Duration NEXT_TRY = Duration.ofMillis(20);

    private final boolean oneAtATime;
    private final Optional<Path> file;
    private final ReentrantLock lock = new ReentrantLock(true);

    private Turns(boolean oneAtATime, Optional<Path> file) {
        this.oneAtATime = oneAtATime;
        this.file = file;
    }

    static Turns withinThisProcess(boolean oneAtATime) {
        return new Turns(oneAtATime, Optional.empty());
    }

    static Turns betweenProcesses(Path lockFile, boolean oneAtATime) {
        return new Turns(oneAtATime, Optional.of(lockFile));
    }

    <T> T take(Callable<T> call) throws Exception {
        if (!oneAtATime) {
            return call.call();
        }
        lock.lockInterruptibly();
        try {
            return file.isEmpty() ? call.call() : withFile(file.get(), call);
        } finally {
            lock.unlock();
        }
    }

    private static <T> T withFile(Path path, Callable<T> call) throws Exception {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = lock(channel)) {
            return call.call();
        }
    }

    /** Such a lock belongs to the process, and a second plugin in the same one is told so instead of being made to wait. */
    private static FileLock lock(FileChannel channel) throws IOException, InterruptedException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException _) {
                Thread.sleep(NEXT_TRY);
            }
        }
    }
}
