package io.fairlead.sandbox.node.checkpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A list of entries in a file, written whole at every change.
 *
 * <p>Not synced to the disk as a kubelet would: what is simulated is the death of the process, never that of the machine.
 */
public final class Checkpoint<T> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final JavaType entries;
    private boolean abandoned;

    private record Sealed(
            @JsonProperty("Data") String data,
            @JsonProperty("Checksum") long checksum) {}

    public Checkpoint(Path file, Class<T> entry) {
        this.file = file;
        this.entries = TypeFactory.defaultInstance().constructCollectionType(List.class, entry);
    }

    /** What was written last; nothing when there was no such time. */
    public List<T> read() {
        try {
            if (!Files.exists(file)) {
                return List.of();
            }
            Sealed sealed = JSON.readValue(file.toFile(), Sealed.class);
            if (checksum(sealed.data()) != sealed.checksum()) {
                throw new IllegalStateException(
                        "checkpoint is corrupted: " + file + "; a kubelet does not start on it");
            }
            return JSON.readValue(sealed.data(), entries);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read checkpoint " + file, e);
        }
    }

    /** Replaces what was written before. */
    public synchronized void write(List<T> now) {
        if (abandoned) {
            throw new IllegalStateException("a kubelet that has ended writes " + file + " no more");
        }
        try {
            String data = JSON.writeValueAsString(now);
            Path next = file.resolveSibling("." + file.getFileName());
            Files.write(next, JSON.writeValueAsBytes(new Sealed(data, checksum(data))));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a checkpoint that is no JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write checkpoint " + file, e);
        }
    }

    /** The kubelet has ended; the file belongs to the next one. */
    public synchronized void abandon() {
        abandoned = true;
    }

    private static long checksum(String data) {
        CRC32 sum = new CRC32();
        sum.update(data.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }
}
