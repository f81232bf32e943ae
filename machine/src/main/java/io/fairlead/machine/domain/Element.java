package io.fairlead.machine.domain;

import java.util.List;

/**
 * A piece of XML that no record stands for.
 *
 * @param name with its prefix, if it has one
 * @param attributes in order
 * @param children in order
 * @param text what stands in it beside its children, without the blanks around it
 */
public record Element(String name, List<Attribute> attributes, List<Element> children, String text) {
    /** One attribute of an element. */
    public record Attribute(String name, String value) {}

    public Element {
        attributes = List.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** An element with attributes, given as names and values in turn. */
    static Element of(String name, String... attributes) {
        return new Element(name, pairs(attributes), List.of(), "");
    }

    static Element text(String name, String text) {
        return new Element(name, List.of(), List.of(), text);
    }

    Element with(Element... inner) {
        return new Element(name, attributes, List.of(inner), text);
    }

    private static List<Attribute> pairs(String... attributes) {
        Attribute[] pairs = new Attribute[attributes.length / 2];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new Attribute(attributes[2 * i], attributes[2 * i + 1]);
        }
        return List.of(pairs);
    }
}
