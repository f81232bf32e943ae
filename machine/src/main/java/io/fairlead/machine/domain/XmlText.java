package io.fairlead.machine.domain;

import io.fairlead.machine.domain.Element.Attribute;
import org.jspecify.annotations.Nullable;

/** XML under construction. Null attributes and texts are left out. Used by one thread for one document. */
final class XmlText {
    private static final String INDENT = "                                        ";

    private final StringBuilder text = new StringBuilder(6144);
    private int depth;

    /** Whether the element that was begun last still takes attributes. */
    private boolean open;

    XmlText begin(String name) {
        close();
        text.append(INDENT, 0, Math.min(2 * depth, INDENT.length())).append('<').append(name);
        depth++;
        open = true;
        return this;
    }

    XmlText attribute(String name, @Nullable String value) {
        if (value != null) {
            text.append(' ').append(name).append("='");
            escape(value);
            text.append('\'');
        }
        return this;
    }

    XmlText attribute(String name, @Nullable Integer value) {
        if (value != null) {
            text.append(' ').append(name).append("='").append(value.intValue()).append('\'');
        }
        return this;
    }

    /** An attribute in hexadecimal with {@code 0x} and at least this many digits. */
    XmlText hex(String name, long value, int digits) {
        text.append(' ').append(name).append("='0x");
        for (int shift = 4 * Math.max(digits, significant(value)) - 4; shift >= 0; shift -= 4) {
            text.append(Character.forDigit((int) (value >> shift) & 0xf, 16));
        }
        text.append('\'');
        return this;
    }

    XmlText end(String name) {
        depth--;
        if (open) {
            text.append("/>\n");
            open = false;
        } else {
            text.append(INDENT, 0, Math.min(2 * depth, INDENT.length()))
                    .append("</")
                    .append(name)
                    .append(">\n");
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
        text.append('>');
        escape(content);
        text.append("</").append(name).append(">\n");
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
            text.append('\n');
        }
        for (Element child : element.children()) {
            element(child);
        }
        end(element.name());
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private void close() {
        if (open) {
            text.append(">\n");
            open = false;
        }
    }

    private static int significant(long value) {
        return (67 - Long.numberOfLeadingZeros(value)) / 4;
    }

    /** Copies runs of plain characters at once; most values are one such run. */
    private void escape(String value) {
        int plain = 0;
        for (int i = 0; i < value.length(); i++) {
            String escaped = escaped(value.charAt(i));
            if (escaped != null) {
                text.append(value, plain, i).append(escaped);
                plain = i + 1;
            }
        }
        text.append(value, plain, value.length());
    }

    /** Null for a character that stands for itself. What XML 1.0 cannot carry at all becomes a blank. */
    private static @Nullable String escaped(char c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '\'' -> "&apos;";
            case '\n' -> "&#10;";
            case '\t' -> "&#9;";
            case '\r' -> "&#13;";
            case '\ufffe', '\uffff' -> " ";
            default -> c < ' ' ? " " : null;
        };
    }
}
