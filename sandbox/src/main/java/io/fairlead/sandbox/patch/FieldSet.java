package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A set of field paths: the tree that {@code fieldsV1} is.
 *
 * <p>A step is named as on the wire: {@code f:name} a field, {@code k:{"name":"a"}} an item with that key, {@code v:"a"} an
 * item of a set. A node that is itself in the set, and not only on the way to others, is a member. Built by one walk, then
 * left alone: the operations make new sets.
 */
final class FieldSet {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String MEMBER = ".";

    private boolean member;
    private final Map<String, FieldSet> children = new TreeMap<>();

    static FieldSet leaf() {
        var set = new FieldSet();
        set.member = true;
        return set;
    }

    static FieldSet fromJson(JsonNode json) {
        var set = new FieldSet();
        json.properties().forEach(entry -> {
            if (entry.getKey().equals(MEMBER)) {
                set.member = true;
            } else {
                FieldSet child = fromJson(entry.getValue());
                // An empty object is how the wire writes a member without children.
                child.member |= entry.getValue().isEmpty();
                set.children.put(entry.getKey(), child);
            }
        });
        return set;
    }

    ObjectNode toJson() {
        ObjectNode json = JSON.objectNode();
        if (member && !children.isEmpty()) {
            json.putObject(MEMBER);
        }
        children.forEach((step, child) -> json.set(step, child.toJson()));
        return json;
    }

    boolean isEmpty() {
        return !member && children.isEmpty();
    }

    boolean isMember() {
        return member;
    }

    void setMember() {
        member = true;
    }

    /** Adds a child unless there is nothing in it. */
    void put(String step, FieldSet child) {
        if (!child.isEmpty()) {
            children.put(step, child);
        }
    }

    @Nullable
    FieldSet child(String step) {
        return children.get(step);
    }

    FieldSet union(FieldSet other) {
        if (other.isEmpty()) {
            return this;
        }
        var result = new FieldSet();
        result.member = member || other.member;
        result.children.putAll(children);
        other.children.forEach((step, child) -> result.children.merge(step, child, FieldSet::union));
        return result;
    }

    FieldSet intersection(FieldSet other) {
        var result = new FieldSet();
        result.member = member && other.member;
        children.forEach((step, child) -> {
            FieldSet theirs = other.children.get(step);
            if (theirs != null) {
                result.put(step, child.intersection(theirs));
            }
        });
        return result;
    }

    FieldSet difference(FieldSet other) {
        var result = new FieldSet();
        result.member = member && !other.member;
        children.forEach((step, child) -> {
            FieldSet theirs = other.children.get(step);
            result.put(step, theirs == null ? child : child.difference(theirs));
        });
        return result;
    }

    /** Without the members of the other set and all that is below them. */
    FieldSet withoutTrees(FieldSet other) {
        var result = new FieldSet();
        result.member = member && !other.member;
        children.forEach((step, child) -> {
            FieldSet theirs = other.children.get(step);
            if (theirs == null) {
                result.put(step, child);
            } else if (!theirs.member) {
                result.put(step, child.withoutTrees(theirs));
            }
        });
        return result;
    }

    /** With the declared fields on the way to members as members themselves; entries of maps are left as they are. */
    FieldSet withNamedFields(Schema schema) {
        var result = new FieldSet();
        result.member = member;
        children.forEach((step, child) -> {
            boolean field = step.startsWith("f:");
            String name = step.substring(2);
            Schema below = field ? schema.fieldOrAnything(name) : schema.itemsOrAnything();
            FieldSet named = child.withNamedFields(below);
            named.member |= field && schema.properties().containsKey(name);
            result.children.put(step, named);
        });
        return result;
    }

    /** The members as {@code .spec.containers[name="a"].image}. */
    List<String> paths() {
        List<String> paths = new ArrayList<>();
        collect("", paths);
        return paths;
    }

    private void collect(String prefix, List<String> paths) {
        if (member) {
            paths.add(prefix);
        }
        children.forEach((step, child) -> child.collect(prefix + Steps.shown(step), paths));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet set && member == set.member && children.equals(set.children);
    }

    @Override
    public int hashCode() {
        return children.hashCode() * 2 + (member ? 1 : 0);
    }

    @Override
    public String toString() {
        return toJson().toString();
    }
}
