package io.fairlead.cel;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Remembers what texts were read as: a cluster has thousands of devices and a handful of sizes and versions. */
final class Parsed<T> {
    private static final int MOST = 4096;

    private final Map<String, Optional<T>> known = new ConcurrentHashMap<>();
    private final Function<String, Optional<T>> parser;

    Parsed(Function<String, Optional<T>> parser) {
        this.parser = parser;
    }

    Optional<T> get(String text) {
        Optional<T> value = known.get(text);
        if (value == null) {
            value = parser.apply(text);
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(text, value);
        }
        return value;
    }
}
