package io.fairlead.host.names;

import io.fairlead.host.PciId;
import io.fairlead.host.names.PciNames.ClassKey;
import io.fairlead.host.names.PciNames.Subsystem;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a pci.ids file. A tab before a line makes it belong to the line above that has one tab fewer; after
 * the first line that starts with C the lines are about classes.
 */
final class PciIdsParser {
    private static final int MAX_WARNINGS = 20;

    private final PciNames names;
    private final String source;
    private final List<String> warnings = new ArrayList<>();
    private int lineNumber;
    private int wrongLines;
    private boolean inClasses;
    private @Nullable Integer top;
    private @Nullable Integer middle;

    PciIdsParser(PciNames names, String source) {
        this.names = names;
        this.source = source;
    }

    List<String> parse(String text) {
        text.lines().forEach(this::line);
        if (wrongLines > MAX_WARNINGS) {
            warnings.add("%s: %,d more lines make no sense".formatted(source, wrongLines - MAX_WARNINGS));
        }
        return List.copyOf(warnings);
    }

    private void line(String line) {
        lineNumber++;
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        boolean understood = line.startsWith("\t\t")
                ? low(line.substring(2))
                : line.startsWith("\t") ? middle(line.substring(1)) : top(line);
        if (!understood && ++wrongLines <= MAX_WARNINGS) {
            warnings.add("%s:%d makes no sense".formatted(source, lineNumber));
        }
    }

    private boolean top(String line) {
        middle = null;
        if (line.startsWith("C ")) {
            inClasses = true;
            top = hex(line, 2, 2);
            return top != null && put(new ClassKey(1, top), line, 4);
        }
        top = inClasses ? null : hex(line, 0, 4);
        return top != null && named(line, 4) && names.vendors.putIfAbsent(top, name(line, 4)) == null;
    }

    private boolean middle(String line) {
        middle = hex(line, 0, inClasses ? 2 : 4);
        if (top == null || middle == null) {
            middle = null;
            return false;
        }
        if (inClasses) {
            return put(new ClassKey(2, top << 8 | middle), line, 2);
        }
        return named(line, 4) && names.devices.putIfAbsent(new PciId(top, middle), name(line, 4)) == null;
    }

    private boolean low(String line) {
        if (top == null || middle == null) {
            return false;
        }
        if (inClasses) {
            Integer last = hex(line, 0, 2);
            return last != null && put(new ClassKey(3, top << 16 | middle << 8 | last), line, 2);
        }
        Integer vendor = hex(line, 0, 4);
        Integer device = hex(line, 5, 4);
        if (vendor == null || device == null || !named(line, 9)) {
            return false;
        }
        names.subsystems.putIfAbsent(new Subsystem(new PciId(top, middle), new PciId(vendor, device)), name(line, 9));
        return true;
    }

    private boolean put(ClassKey key, String line, int afterId) {
        return named(line, afterId) && names.classes.putIfAbsent(key, name(line, afterId)) == null;
    }

    private static boolean named(String line, int afterId) {
        return line.length() > afterId
                && line.charAt(afterId) == ' '
                && !name(line, afterId).isEmpty();
    }

    private static String name(String line, int afterId) {
        return line.substring(afterId).strip();
    }

    private static @Nullable Integer hex(String line, int from, int digits) {
        if (line.length() < from + digits) {
            return null;
        }
        for (int i = from; i < from + digits; i++) {
            if (!HexFormat.isHexDigit(line.charAt(i))) {
                return null;
            }
        }
        return HexFormat.fromHexDigits(line, from, from + digits);
    }
}
