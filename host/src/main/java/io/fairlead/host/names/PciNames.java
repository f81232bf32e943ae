package io.fairlead.host.names;

import io.fairlead.host.PciClass;
import io.fairlead.host.PciId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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

    /** Enough for the place of a name in the longest file. */
    private static final int PLACE_BITS = 25;

    private final String source;
    private final PciIdsText text;
    /** Sorted. The file is kept as it is, because few of its names are ever asked for and all of them take much memory. */
    private final long[] places;

    private final List<String> warnings;

    private PciNames(String source, byte[] bytes) {
        this.source = source;
        this.text = new PciIdsText(bytes);
        PciIdsParser parser = new PciIdsParser(text, source);
        this.places = parser.places();
        this.warnings = parser.warnings();
    }

    static long vendorKey(int vendor) {
        return vendor;
    }

    static long deviceKey(int vendor, int device) {
        return 1L << 32 | (long) vendor << 16 | device;
    }

    /** The first bytes of a class code. */
    static long classKey(int bytes, int code) {
        return (long) (1 + bytes) << 32 | code;
    }

    /** Where the name of a key stands, such that places in order are keys in order. */
    static long place(long key, int place) {
        return key << PLACE_BITS | place;
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
        return new PciNames(file.toString(), Files.readAllBytes(file));
    }

    /** The small excerpt that comes with Fairlead: hardware that people give to VMs, and all classes. */
    public static PciNames excerpt() {
        try (InputStream in = Objects.requireNonNull(PciNames.class.getResourceAsStream(EXCERPT), EXCERPT)) {
            return new PciNames("the excerpt of pci.ids in Fairlead", in.readAllBytes());
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
        return name(vendorKey(vendor));
    }

    public Optional<String> device(PciId id) {
        return name(deviceKey(id.vendor(), id.device()));
    }

    /** A board's name; a board that gives the chip's own numbers has the chip's name. */
    public Optional<String> subsystem(PciId id, PciId subsystem) {
        return board(id, subsystem).or(() -> id.equals(subsystem) ? device(id) : Optional.empty());
    }

    /** The name of the base class and subclass, or of the base class alone. */
    public Optional<String> type(PciClass type) {
        return name(classKey(2, type.code() >> 8)).or(() -> name(classKey(1, type.base())));
    }

    private Optional<String> name(long key) {
        int place = place(key);
        return place < 0 ? Optional.empty() : Optional.of(text.from(place));
    }

    /** Less than zero when nothing has this key. */
    private int place(long key) {
        int found = Arrays.binarySearch(places, place(key, 0));
        int first = found >= 0 ? found : -found - 1;
        return first < places.length && places[first] >> PLACE_BITS == key
                ? (int) (places[first] & (1 << PLACE_BITS) - 1)
                : -1;
    }

    /** The boards of a model follow its line. */
    private Optional<String> board(PciId id, PciId subsystem) {
        int model = place(deviceKey(id.vendor(), id.device()));
        if (model < 0) {
            return Optional.empty();
        }
        int line = text.nextLine(model);
        while (line < text.length() && (text.tabs(line) == 2 || text.isNothing(line))) {
            if (isId(line + 2, subsystem.vendor()) && isId(line + 7, subsystem.device()) && text.isNamed(line + 11)) {
                return Optional.of(text.from(line + 11));
            }
            line = text.nextLine(line);
        }
        return Optional.empty();
    }

    private boolean isId(int place, int wanted) {
        Integer id = text.hex(place, 4);
        return id != null && id == wanted;
    }
}
