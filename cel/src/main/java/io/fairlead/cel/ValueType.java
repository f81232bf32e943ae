package io.fairlead.cel;

import java.util.Map;

/** The declared type of a custom resource, or of a part of it, as far as its rules can see. */
public sealed interface ValueType {
    enum Scalar implements ValueType {
        BOOLEAN,
        INTEGER,
        NUMBER,
        TEXT,
        /** A text that stands for bytes, in base64. */
        BYTES,
        DURATION,
        TIME,
        /** A number or a text; which of them shows when there is a value. */
        ANY
    }

    record Items(ValueType item) implements ValueType {}

    /** Values by keys that the user chooses. */
    record Table(ValueType value) implements ValueType {}

    /** An object with declared fields; others are not seen. */
    record Fields(Map<String, ValueType> fields) implements ValueType {
        public Fields {
            fields = Map.copyOf(fields);
        }
    }
}
