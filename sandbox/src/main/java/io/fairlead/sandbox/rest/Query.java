package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.status.StatusException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The query parameters of a request. Reading one in the wrong form refuses the request. */
public record Query(Map<String, List<String>> values) {
    /** The first value; empty when absent. */
    public String text(String name) {
        List<String> all = values.get(name);
        return all == null || all.isEmpty() ? "" : all.getFirst();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** A switch: absent, {@code 0} and {@code false} are off, everything else is on, as the real server reads it. */
    public boolean on(String name) {
        List<String> all = values.get(name);
        return all != null
                && !all.isEmpty()
                && !all.getFirst().equals("0")
                && !all.getFirst().equalsIgnoreCase("false");
    }

    public OptionalLong number(String name) {
        String value = text(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(value));
        } catch (NumberFormatException e) {
            throw StatusException.badRequest("strconv.ParseInt: parsing \"" + value + "\": invalid syntax");
        }
    }

    /** Whether the request only asks what would happen. */
    public boolean dryRun() {
        return values.containsKey("dryRun");
    }
}
