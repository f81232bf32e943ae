package io.fairlead.agent.ledger;

import io.fairlead.dra.Checkpoint;
import io.fairlead.dra.FileStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The one durable file of a node. A change is on disk before {@link #change} returns; when it throws, nothing was changed
 * as far as this process is concerned, and nobody may act on it.
 *
 * <p>Only one process has it open at a time. Changes come from any thread, one after the other.
 */
public final class Ledger implements AutoCloseable {
    private static final String NAME = "ledger";

    private final Checkpoint file;
    private final FileChannel lockFile;
    private final Origin origin;
    private final LongAdder writes = new LongAdder();
    private final LedgerFormat format = new LedgerFormat(); // used under this object's monitor only
    private volatile LedgerState state; // changed under this object's monitor only

    private Ledger(Checkpoint file, FileChannel lockFile, Origin origin, LedgerState state) {
        this.file = file;
        this.lockFile = lockFile;
        this.origin = origin;
        this.state = state;
    }

    /** What was there when it was opened. */
    public sealed interface Origin {
        /** A ledger. */
        record Intact() implements Origin {}

        /** Nothing: a new node, or one whose disk was lost. */
        record Missing() implements Origin {}

        /**
         * Something that cannot be believed.
         *
         * @param reason how that is known
         * @param kept where it is now, for people to look at
         */
        record Damaged(String reason, Path kept) implements Origin {}
    }

    /** One step from a state to the next; pure. */
    @FunctionalInterface
    public interface Transition {
        LedgerState apply(LedgerState state) throws RefusedException;
    }

    /**
     * Opens the ledger in a folder of its own. A damaged file is kept under another name, and what is then open is empty.
     *
     * @throws LedgerUnusableException if another agent has it, or a newer one wrote it
     */
    public static Ledger open(FileStore files, Path folder, String bootId) throws IOException {
        FileChannel lockFile = lock(folder);
        try {
            Checkpoint file = checkpoint(files, folder);
            return switch (file.read()) {
                case Checkpoint.Found.Nothing _ ->
                    new Ledger(file, lockFile, new Origin.Missing(), LedgerState.empty(bootId));
                case Checkpoint.Found.Newer(int version) -> throw newer(folder, version);
                case Checkpoint.Found.Damaged(String reason) -> damaged(file, lockFile, bootId, reason);
                case Checkpoint.Found.Intact(int _, String content) -> {
                    LedgerState state;
                    try {
                        state = LedgerFormat.read(content);
                    } catch (IOException e) {
                        yield damaged(file, lockFile, bootId, "it says what no ledger says: " + e.getMessage());
                    }
                    yield new Ledger(file, lockFile, new Origin.Intact(), state);
                }
            };
        } catch (IOException | RuntimeException e) {
            lockFile.close();
            throw e;
        }
    }

    private static Ledger damaged(Checkpoint file, FileChannel lockFile, String bootId, String reason)
            throws IOException {
        return new Ledger(file, lockFile, new Origin.Damaged(reason, file.setAside()), LedgerState.empty(bootId));
    }

    /** What a ledger says, without opening it: another process may be at work on it. Empty if there is none. */
    public static Optional<LedgerState> peek(FileStore files, Path folder) throws IOException {
        return switch (checkpoint(files, folder).read()) {
            case Checkpoint.Found.Nothing _ -> Optional.empty();
            case Checkpoint.Found.Newer(int version) -> throw newer(folder, version);
            case Checkpoint.Found.Damaged(String reason) -> throw new LedgerUnusableException("ledger: " + reason);
            case Checkpoint.Found.Intact(int _, String content) -> Optional.of(LedgerFormat.read(content));
        };
    }

    private static Checkpoint checkpoint(FileStore files, Path folder) {
        return new Checkpoint(files, folder.resolve(NAME), LedgerFormat.VERSION);
    }

    private static LedgerUnusableException newer(Path folder, int version) {
        return new LedgerUnusableException(
                "ledger %s: it has version %d and this agent knows versions up to %d; start an agent that is at least as new"
                        .formatted(folder.resolve(NAME), version, LedgerFormat.VERSION));
    }

    private static FileChannel lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path path = folder.resolve(NAME + ".lock");
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException _) {
            lock = null;
        }
        if (lock == null) {
            String owner = Files.readString(path).strip();
            channel.close();
            throw new LedgerUnusableException(
                    "ledger %s: another agent works on this node (%s); one is enough, stop the other"
                            .formatted(folder.resolve(NAME), owner.isEmpty() ? "it has not said which" : owner));
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(
                "process %d\n".formatted(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    /** What it says now. */
    public LedgerState state() {
        return state;
    }

    /** What was there when it was opened. */
    public Origin origin() {
        return origin;
    }

    /** How often the file was written since it was opened. */
    public long writes() {
        return writes.sum();
    }

    /** Goes to another state, durably, and answers it. A step to the same state writes nothing. */
    public synchronized LedgerState change(Transition transition) throws RefusedException, IOException {
        LedgerState next = transition.apply(state);
        if (!next.equals(state)) {
            try {
                file.write(format.write(next));
            } catch (IOException e) {
                throw new IOException(
                        "the ledger cannot be written, so nothing is done; make room or mend the disk: " + e, e);
            }
            writes.increment();
            state = next;
        }
        return next;
    }

    /** Lets another process open it. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
