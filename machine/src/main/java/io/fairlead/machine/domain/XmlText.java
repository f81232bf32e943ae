package io.fairlead.machine.domain;

import io.fairlead.machine.domain.Element.Attribute;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * XML under construction. Null attributes and texts are left out. Used by one thread for one document.
 *
 * <p>A document is some thousand short pieces, so they go into an array at once: a StringBuilder looks at its coder and
 * its capacity for each character.
 */
final class XmlText {
    /** A bit for each character up to {@code >} that stands for itself. */
    private static final long PLAIN = -1L << ' ' & ~(1L << '&' | 1L << '\'' | 1L << '<' | 1L << '>');

    private static final String DIGITS = "0123456789abcdef";

    private char[] text = new char[8192];
    private int length;
    private int depth;

    /** Whether the element that was begun last still takes attributes. */
    private boolean open;

    XmlText begin(String name) {
        close();
        indent();
        add('<');
        add(name);
        depth++;
        open = true;
        return this;
    }

    XmlText attribute(String name, @Nullable String value) {
        if (value != null) {
            beginValue(name);
            escape(value);
            add('\'');
        }
        return this;
    }

    XmlText attribute(String name, @Nullable Integer value) {
        return attribute(name, value == null ? null : value.toString());
    }

    /** An attribute in hexadecimal with {@code 0x} and at least this many digits. */
    XmlText hex(String name, long value, int digits) {
        beginValue(name);
        add("0x");
        int width = Math.max(digits, significant(value));
        room(width);
        for (int shift = 4 * width - 4; shift >= 0; shift -= 4) {
            text[length++] = DIGITS.charAt((int) (value >> shift) & 0xf);
        }
        add('\'');
        return this;
    }

    XmlText end(String name) {
        depth--;
        if (open) {
            add("/>\n");
            open = false;
        } else {
            indent();
            endTag(name);
        }
        return this;
    }

    /** An element with nothing but text. */
    XmlText leaf(String name, @Nullable String content) {
        if (content != null) {
            begin(name).endWith(name, content);
        }
        return this;
    }

    /** Ends an element that has attributes and text. */
    XmlText endWith(String name, String content) {
        add('>');
        escape(content);
        endTag(name);
        depth--;
        open = false;
        return this;
    }

    XmlText attributes(Rest rest) {
        for (Attribute attribute : rest.attributes()) {
            attribute(attribute.name(), attribute.value());
        }
        return this;
    }

    XmlText children(Rest rest) {
        for (Element child : rest.children()) {
            element(child);
        }
        return this;
    }

    void element(Element element) {
        begin(element.name());
        for (Attribute attribute : element.attributes()) {
            attribute(attribute.name(), attribute.value());
        }
        if (element.children().isEmpty() && !element.text().isEmpty()) {
            endWith(element.name(), element.text());
            return;
        }
        if (!element.text().isEmpty()) {
            close();
            escape(element.text());
            add('\n');
        }
        for (Element child : element.children()) {
            element(child);
        }
        end(element.name());
    }

    @Override
    public String toString() {
        return new String(text, 0, length);
    }

    private void close() {
        if (open) {
            add(">\n");
            open = false;
        }
    }

    private void indent() {
        room(2 * depth);
        Arrays.fill(text, length, length + 2 * depth, ' ');
        length += 2 * depth;
    }

    private void beginValue(String name) {
        add(' ');
        add(name);
        add("='");
    }

    private void endTag(String name) {
        add("</");
        add(name);
        add(">\n");
    }

    private void add(char c) {
        room(1);
        text[length++] = c;
    }

    private void add(String piece) {
        room(piece.length());
        piece.getChars(0, piece.length(), text, length);
        length += piece.length();
    }

    private void room(int more) {
        if (text.length - length < more) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
        }
    }

    private static int significant(long value) {
        return (67 - Long.numberOfLeadingZeros(value)) / 4;
    }

    /** Most values stand for themselves and are copied as they are. */
    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!isPlain(value.charAt(i))) {
                value.chars().forEach(c -> escape((char) c));
                return;
            }
        }
        add(value);
    }

    private static boolean isPlain(char c) {
        return c > '>' ? c < '\ufffe' : (PLAIN >>> c & 1) != 0;
    }

    /** What XML 1.0 cannot carry at all becomes a blank. */
    private void escape(char c) {
        switch (c) {
            case '&' -> add("&amp;");
            case '<' -> add("&lt;");
            case '>' -> add("&gt;");
            case '\'' -> add("&apos;");
            case '\n' -> add("&#10;");
            case '\t' -> add("&#9;");
            case '\r' -> add("&#13;");
            default -> add(isPlain(c) ? c : ' ');
        }
    }
}
