package io.fairlead.sandbox.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of one resource type and the recent changes to them. Guarded by the store's lock. */
final class Shelf {
    private final NavigableMap<String, Stored> objects = new TreeMap<>();
    private final int historyLimit;
    private Change oldest;
    private Change newest;
    private int historySize;

    Shelf(long version, int historyLimit) {
        this.historyLimit = historyLimit;
        this.oldest = Change.origin(version);
        this.newest = oldest;
    }

    @Nullable
    Stored get(String key) {
        return objects.get(key);
    }

    Change newest() {
        return newest;
    }

    int size() {
        return objects.size();
    }

    /** The version from which the history is whole: a watch may start there or later. */
    long floor() {
        return oldest.version();
    }

    void record(Change change) {
        Stored after = change.after();
        Stored before = change.before();
        if (after != null) {
            objects.put(after.key(), after);
        } else if (before != null) {
            objects.remove(before.key());
        }
        newest.link(change);
        newest = change;
        historySize++;
        if (historySize > historyLimit) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        Change second = oldest.next();
        if (second != null) {
            oldest = second;
            historySize--;
        }
    }

    /** The last change at or before a version, from where a watch goes on; null when it is forgotten. */
    @Nullable
    Change changeAt(long version) {
        if (version < floor()) {
            return null;
        }
        if (version >= newest.version()) {
            return newest;
        }
        Change change = oldest;
        for (Change next = change.next(); next != null && next.version() <= version; next = change.next()) {
            change = next;
        }
        return change;
    }

    List<Stored> objects(String namespace) {
        return new ArrayList<>(within(objects, namespace).values());
    }

    /** The objects as they were at an earlier version: today's, with every later change undone. */
    List<Stored> objectsAt(Change at, String namespace) {
        NavigableMap<String, Stored> then = new TreeMap<>(objects);
        List<Change> later = new ArrayList<>();
        for (Change change = at.next(); change != null; change = change.next()) {
            later.add(change);
        }
        for (Change change : later.reversed()) {
            Stored before = change.before();
            Stored after = change.after();
            if (before != null) {
                then.put(before.key(), before);
            } else if (after != null) {
                then.remove(after.key());
            }
        }
        return new ArrayList<>(within(then, namespace).values());
    }

    private static Map<String, Stored> within(NavigableMap<String, Stored> all, String namespace) {
        // '0' follows '/' in ASCII: the range holds every key that begins with "namespace/".
        return namespace.isEmpty() ? all : all.subMap(namespace + "/", true, namespace + "0", false);
    }
}
