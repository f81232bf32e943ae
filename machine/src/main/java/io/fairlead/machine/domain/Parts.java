package io.fairlead.machine.domain;

import io.fairlead.machine.domain.Element.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An element that is being read: a record takes the parts that it knows, and what is left over is its rest. */
final class Parts {
    private final List<Attribute> attributes;
    private final List<Element> children;
    private final String text;

    Parts(Element element) {
        attributes = new ArrayList<>(element.attributes());
        children = new ArrayList<>(element.children());
        text = element.text();
    }

    String text() {
        return text;
    }

    @Nullable
    String attribute(String name) {
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).name().equals(name)) {
                return attributes.remove(i).value();
            }
        }
        return null;
    }

    String attribute(String name, String otherwise) {
        String value = attribute(name);
        return value == null ? otherwise : value;
    }

    /** Undoes taking an attribute; an empty value was not there. */
    void giveBack(String name, String value) {
        if (!value.isEmpty()) {
            attributes.add(new Attribute(name, value));
        }
    }

    @Nullable
    Integer number(String name) {
        String value = attribute(name);
        try {
            return value == null ? null : Integer.decode(value);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException(name + "='" + value + "' is not a number", malformed);
        }
    }

    /** The first child of this name. */
    @Nullable
    Parts child(String name) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).name().equals(name)) {
                return new Parts(children.remove(i));
            }
        }
        return null;
    }

    /** The first child of this name, if it is one that the reader understands; else it stays where it is. */
    <T> @Nullable T child(String name, Function<Parts, @Nullable T> reader) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).name().equals(name)) {
                T read = reader.apply(new Parts(children.get(i)));
                if (read != null) {
                    children.remove(i);
                }
                return read;
            }
        }
        return null;
    }

    /** The text of the first child of this name. */
    @Nullable
    String leaf(String name) {
        Parts child = child(name);
        return child == null ? null : child.text();
    }

    /** An attribute of a child that has nothing else; a child that has more stays where it is. */
    @Nullable
    String single(String name, String attribute) {
        return child(name, parts -> {
            String value = parts.attribute(attribute);
            return parts.isEmpty() ? value : null;
        });
    }

    <T> List<T> children(String name, Function<Parts, T> reader) {
        List<T> read = new ArrayList<>();
        children.removeIf(child -> {
            boolean taken = child.name().equals(name);
            if (taken) {
                read.add(reader.apply(new Parts(child)));
            }
            return taken;
        });
        return read;
    }

    /** All children that are left, taken as they are. */
    List<Element> others() {
        List<Element> others = List.copyOf(children);
        children.clear();
        return others;
    }

    boolean isEmpty() {
        return attributes.isEmpty() && children.isEmpty() && text.isEmpty();
    }

    Rest rest() {
        return new Rest(attributes, children);
    }
}
