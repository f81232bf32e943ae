package io.fairlead.sandbox.validation;

import org.jspecify.annotations.Nullable;

/** Where in an object a value is: {@code spec.containers[0].name}. Written out only when somebody asks. */
public final class FieldPath {
    /** The object itself. */
    public static final FieldPath ROOT = new FieldPath(null, "");

    private final @Nullable FieldPath parent;
    private final String text;

    private FieldPath(@Nullable FieldPath parent, String text) {
        this.parent = parent;
        this.text = text;
    }

    public static FieldPath of(String... names) {
        FieldPath path = ROOT;
        for (String name : names) {
            path = path.child(name);
        }
        return path;
    }

    public FieldPath child(String name) {
        return new FieldPath(this, parent == null ? name : "." + name);
    }

    public FieldPath index(int index) {
        return new FieldPath(this, "[" + index + "]");
    }

    /** An entry of a map. */
    public FieldPath key(String key) {
        return new FieldPath(this, "[" + key + "]");
    }

    @Override
    public String toString() {
        return parent == null
                ? text
                : parent.append(new StringBuilder()).append(text).toString();
    }

    private StringBuilder append(StringBuilder words) {
        return parent == null ? words : parent.append(words).append(text);
    }
}
