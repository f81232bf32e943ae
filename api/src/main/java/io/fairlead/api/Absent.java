package io.fairlead.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets a record treat a list or map that a manifest leaves out as an empty one. */
public final class Absent {
    private Absent() {}

    public static <T> List<T> list(@Nullable List<T> given) {
        return given == null ? List.of() : given;
    }

    public static <K, V> Map<K, V> map(@Nullable Map<K, V> given) {
        return given == null ? Map.of() : given;
    }
}
