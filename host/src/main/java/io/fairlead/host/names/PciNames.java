package io.fairlead.host.names;

import io.fairlead.host.PciClass;
import io.fairlead.host.PciId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The names of vendors, models and classes, from a file in the format of pci.ids. */
public final class PciNames {
    private static final String EXCERPT = "pci.ids";
    private static final long MAX_BYTES = 32 << 20;

    /** Where distributions keep the file. */
    private static final List<Path> SYSTEM = List.of(
            Path.of("/usr/share/misc/pci.ids"), Path.of("/usr/share/hwdata/pci.ids"), Path.of("/usr/share/pci.ids"));

    /** Read when it is first asked for, and once: it is long. */
    private static final class OfThisSystem {
        static final PciNames NAMES = firstOf(SYSTEM);
    }

    private final String source;
    final Map<Integer, String> vendors = new HashMap<>();
    final Map<PciId, String> devices = new HashMap<>();
    final Map<Subsystem, String> subsystems = new HashMap<>();
    /** By base class, by base class and subclass, and by all three bytes; each key keeps its place in the code. */
    final Map<ClassKey, String> classes = new HashMap<>();

    private final List<String> warnings;

    /** A model as one board maker built it. */
    record Subsystem(PciId id, PciId subsystem) {}

    /** The first bytes of a class code. */
    record ClassKey(int bytes, int code) {}

    private PciNames(String source, String text) {
        this.source = source;
        this.warnings = new PciIdsParser(this, source).parse(text);
    }

    /** The system's file, or the excerpt where the system has none that can be read. */
    public static PciNames system() {
        return OfThisSystem.NAMES;
    }

    static PciNames firstOf(List<Path> candidates) {
        return candidates.stream()
                .filter(Files::isReadable)
                .flatMap(candidate -> attempt(candidate).stream())
                .findFirst()
                .orElseGet(PciNames::excerpt);
    }

    private static Optional<PciNames> attempt(Path file) {
        try {
            return Optional.of(of(file));
        } catch (IOException unusable) {
            return Optional.empty();
        }
    }

    /** A file that the caller names. */
    public static PciNames of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not a file");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("%s is longer than %,d bytes: not a pci.ids".formatted(file, MAX_BYTES));
        }
        return new PciNames(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }

    /** The small excerpt that comes with Fairlead: hardware that people give to VMs, and all classes. */
    public static PciNames excerpt() {
        try (InputStream in = Objects.requireNonNull(PciNames.class.getResourceAsStream(EXCERPT), EXCERPT)) {
            return new PciNames(
                    "the excerpt of pci.ids in Fairlead", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The file that the names are from. */
    public String source() {
        return source;
    }

    /** Lines that made no sense; each names its file and number. */
    public List<String> warnings() {
        return warnings;
    }

    public Optional<String> vendor(int vendor) {
        return Optional.ofNullable(vendors.get(vendor));
    }

    public Optional<String> device(PciId id) {
        return Optional.ofNullable(devices.get(id));
    }

    /** A board's name; a board that gives the chip's own numbers has the chip's name. */
    public Optional<String> subsystem(PciId id, PciId subsystem) {
        return Optional.ofNullable(subsystems.get(new Subsystem(id, subsystem)))
                .or(() -> id.equals(subsystem) ? device(id) : Optional.empty());
    }

    /** The name of the base class and subclass, or of the base class alone. */
    public Optional<String> type(PciClass type) {
        return Optional.ofNullable(classes.get(new ClassKey(2, type.code() >> 8)))
                .or(() -> Optional.ofNullable(classes.get(new ClassKey(1, type.base()))));
    }
}
