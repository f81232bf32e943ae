package io.fairlead.host.names;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The bytes of a pci.ids file. Lines and names are told by where they begin. */
final class PciIdsText {
    private final byte[] bytes;

    PciIdsText(byte[] bytes) {
        this.bytes = bytes;
    }

    int length() {
        return bytes.length;
    }

    /** Where the line after the one around this place begins. */
    int nextLine(int place) {
        return Math.min(end(place) + 1, bytes.length);
    }

    /** How many tabs a line begins with, two at most. */
    int tabs(int line) {
        return at(line) != '\t' ? 0 : at(line + 1) != '\t' ? 1 : 2;
    }

    /** Whether a line is blank or a comment. */
    boolean isNothing(int line) {
        return at(line) == '#' || from(line).isEmpty();
    }

    boolean startsWith(int place, String start) {
        for (int i = 0; i < start.length(); i++) {
            if (at(place + i) != start.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** A number of exactly these digits; null if there are fewer. */
    @Nullable
    Integer hex(int place, int digits) {
        int value = 0;
        for (int i = place; i < place + digits; i++) {
            int digit = Character.digit(at(i), 16);
            if (digit < 0) {
                return null;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Whether a name comes after the id that ends here. */
    boolean isNamed(int afterId) {
        return at(afterId) == ' ' && !from(afterId).isEmpty();
    }

    /** The rest of the line without the blanks around it. */
    String from(int place) {
        return new String(bytes, place, end(place) - place, StandardCharsets.UTF_8).strip();
    }

    private int end(int place) {
        int end = place;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        return end;
    }

    /** A byte as a character; the end of the file is one of a line. */
    private char at(int place) {
        return place < bytes.length ? (char) (bytes[place] & 0xff) : '\n';
    }
}
