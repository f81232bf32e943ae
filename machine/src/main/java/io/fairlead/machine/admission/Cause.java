package io.fairlead.machine.admission;

/**
 * One reason to refuse an object.
 *
 * @param type what kind of fault it is
 * @param field where it is
 * @param message what is wrong
 */
public record Cause(Type type, String field, String message) {
    /** The kinds of faults that the Kubernetes API knows, under its names for them. */
    public enum Type {
        REQUIRED("FieldValueRequired"),
        DUPLICATE("FieldValueDuplicate"),
        INVALID("FieldValueInvalid"),
        NOT_FOUND("FieldValueNotFound"),
        NOT_SUPPORTED("FieldValueNotSupported");

        private final String wireName;

        Type(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    static Cause required(String field, String message) {
        return new Cause(Type.REQUIRED, field, message);
    }

    static Cause duplicate(String field, String message) {
        return new Cause(Type.DUPLICATE, field, message);
    }

    static Cause invalid(String field, String message) {
        return new Cause(Type.INVALID, field, message);
    }

    static Cause notFound(String field, String message) {
        return new Cause(Type.NOT_FOUND, field, message);
    }
}
