package io.fairlead.machine.domain;

import io.fairlead.machine.domain.Element.Attribute;
import java.util.List;

/** What an element has beyond the parts that its record knows. */
public record Rest(List<Attribute> attributes, List<Element> children) {
    static final Rest NONE = new Rest(List.of(), List.of());

    public Rest {
        attributes = List.copyOf(attributes);
        children = List.copyOf(children);
    }

    static Rest of(Element... children) {
        return new Rest(List.of(), List.of(children));
    }
}
