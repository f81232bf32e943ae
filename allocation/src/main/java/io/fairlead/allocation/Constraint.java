package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A constraint of one claim: its devices must share a value of an attribute, or no two of them may. Values are numbered;
 * a scalar is a list of one.
 */
final class Constraint {
    /** The attribute is there, but of a kind that cannot be compared. */
    private static final int[] INCOMPARABLE = {};

    private record Typed(String type, Object value) {}

    private final boolean match;
    private final String attribute;
    private final List<String> requests;
    private final Site site;
    private final boolean lists;
    private final int[] @Nullable [] known;
    private final BitSet read = new BitSet();
    private final Map<Typed, Integer> numbers = new HashMap<>();

    /** Of a match: the common values after each device that was added. Of a distinct one: the values of each. */
    private final ArrayDeque<int[]> added = new ArrayDeque<>();

    Constraint(boolean match, String attribute, List<String> requests, Site site, boolean lists) {
        this.match = match;
        this.attribute = attribute;
        this.requests = requests;
        this.site = site;
        this.lists = lists;
        known = new int[site.size()][];
    }

    boolean isMatch() {
        return match;
    }

    String attribute() {
        return attribute;
    }

    boolean covers(Demand demand) {
        return demand.isAmong(requests);
    }

    /** Adds a device if the constraint allows it. Every device that was added is removed again, last first. */
    boolean add(int device) {
        int[] values = values(device);
        if (values == null) {
            return false;
        }
        int[] kept = match ? common(values) : distinct(values);
        if (kept == null) {
            return false;
        }
        added.push(kept);
        return true;
    }

    void removeLast() {
        added.pop();
    }

    private int @Nullable [] common(int[] values) {
        int[] current = added.peek();
        if (current == null) {
            return lists && values.length == 0 ? null : values;
        }
        int[] shared =
                Arrays.stream(values).filter(value -> contains(current, value)).toArray();
        return shared.length == 0 ? null : shared;
    }

    private int @Nullable [] distinct(int[] values) {
        if (!added.isEmpty() && values.length == 0) {
            return null;
        }
        for (int[] other : added) {
            for (int value : values) {
                if (contains(other, value)) {
                    return null;
                }
            }
        }
        return values;
    }

    private static boolean contains(int[] values, int wanted) {
        for (int value : values) {
            if (value == wanted) {
                return true;
            }
        }
        return false;
    }

    /** What the devices added so far allow: the common values, or all values that are taken. */
    int[] state() {
        if (match) {
            int[] current = added.peek();
            return current == null ? INCOMPARABLE : current;
        }
        return added.stream().flatMapToInt(Arrays::stream).sorted().toArray();
    }

    boolean isEmpty() {
        return added.isEmpty();
    }

    /** The numbers of the attribute's values; null when the device does not have it. */
    int @Nullable [] values(int device) {
        if (!read.get(device)) {
            known[device] = readValues(site.device(device));
            read.set(device);
        }
        return known[device];
    }

    private int @Nullable [] readValues(PoolDevice device) {
        Map<String, DeviceAttribute> attributes = device.device().getAttributes();
        DeviceAttribute found = attributes.get(attribute);
        String domain = device.id().driver() + "/";
        if (found == null && attribute.startsWith(domain)) {
            found = attributes.get(attribute.substring(domain.length()));
        }
        if (found == null) {
            return null;
        }
        if (lists && !found.getInts().isEmpty()) {
            return numbers("int", found.getInts());
        }
        if (lists && !found.getBools().isEmpty()) {
            return numbers("bool", found.getBools());
        }
        if (lists && !found.getStrings().isEmpty()) {
            return numbers("string", found.getStrings());
        }
        if (lists && !found.getVersions().isEmpty()) {
            return numbers("version", found.getVersions());
        }
        if (found.getString() != null) {
            return numbers("string", List.of(found.getString()));
        }
        if (found.getInt() != null) {
            return numbers("int", List.of(found.getInt()));
        }
        if (found.getBool() != null) {
            return numbers("bool", List.of(found.getBool()));
        }
        return found.getVersion() != null ? numbers("version", List.of(found.getVersion())) : INCOMPARABLE;
    }

    private int[] numbers(String type, List<?> values) {
        return values.stream()
                .distinct()
                .mapToInt(value -> numbers.computeIfAbsent(new Typed(type, value), v -> numbers.size()))
                .toArray();
    }

    /** The value that a number stands for. */
    String text(int number) {
        return numbers.entrySet().stream()
                .filter(entry -> entry.getValue() == number)
                .map(entry -> String.valueOf(entry.getKey().value()))
                .findFirst()
                .orElse("?");
    }
}
