package io.fairlead.host.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the names stand in a pci.ids file. A tab before a line makes it belong to the line above that has one tab
 * fewer; after the first line that starts with C the lines are about classes.
 */
final class PciIdsParser {
    private static final int MAX_WARNINGS = 20;

    private final PciIdsText text;
    private final String source;
    private final List<String> warnings = new ArrayList<>();
    private long[] places = new long[1024];
    private int count;
    private int lineNumber;
    private int wrongLines;
    private boolean inClasses;
    private @Nullable Integer top;
    private @Nullable Integer middle;

    PciIdsParser(PciIdsText text, String source) {
        this.text = text;
        this.source = source;
        for (int line = 0; line < text.length(); line = text.nextLine(line)) {
            lineNumber++;
            if (!text.isNothing(line) && !isUnderstood(line) && ++wrongLines <= MAX_WARNINGS) {
                warnings.add("%s:%d makes no sense".formatted(source, lineNumber));
            }
        }
    }

    List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        if (wrongLines > MAX_WARNINGS) {
            all.add("%s: %,d more lines make no sense".formatted(source, wrongLines - MAX_WARNINGS));
        }
        return List.copyOf(all);
    }

    /** Each place of a name with what it is the name of, see {@link PciNames#place}; of two names the first comes first. */
    long[] places() {
        long[] sorted = Arrays.copyOf(places, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private boolean isUnderstood(int line) {
        return switch (text.tabs(line)) {
            case 0 -> top(line);
            case 1 -> middle(line + 1);
            default -> low(line + 2);
        };
    }

    private boolean top(int line) {
        middle = null;
        if (text.startsWith(line, "C ")) {
            inClasses = true;
            top = text.hex(line + 2, 2);
            return top != null && add(PciNames.classKey(1, top), line + 4);
        }
        top = inClasses ? null : text.hex(line, 4);
        return top != null && add(PciNames.vendorKey(top), line + 4);
    }

    private boolean middle(int id) {
        int digits = inClasses ? 2 : 4;
        middle = top == null ? null : text.hex(id, digits);
        if (top == null || middle == null) {
            return false;
        }
        long key = inClasses ? PciNames.classKey(2, top << 8 | middle) : PciNames.deviceKey(top, middle);
        return add(key, id + digits);
    }

    private boolean low(int id) {
        if (top == null || middle == null) {
            return false;
        }
        if (!inClasses) {
            // Found from its model's line when somebody asks.
            return text.hex(id, 4) != null && text.hex(id + 5, 4) != null && text.isNamed(id + 9);
        }
        Integer last = text.hex(id, 2);
        return last != null && add(PciNames.classKey(3, top << 16 | middle << 8 | last), id + 2);
    }

    private boolean add(long key, int name) {
        if (!text.isNamed(name)) {
            return false;
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = PciNames.place(key, name);
        return true;
    }
}
