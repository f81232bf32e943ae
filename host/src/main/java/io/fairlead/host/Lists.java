package io.fairlead.host;

import java.util.List;
import java.util.stream.Stream;

/** Lists that grow by merging. */
final class Lists {
    private Lists() {}

    static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
