package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.validation.FieldErrors;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

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

    /** Whether the request only asks what would happen; the verb's options are what a wrong value is reported for. */
    public boolean dryRun(Verb verb) {
        List<String> all = values.getOrDefault("dryRun", List.of());
        if (!all.stream().allMatch("All"::equals)) {
            String shown = all.stream().map(FieldErrors::quoted).collect(Collectors.joining(",", "[", "]"));
            throw StatusException.invalid(
                    verb.options(),
                    List.of(new Cause(
                            "FieldValueNotSupported",
                            "Unsupported value: " + shown + ": supported values: \"All\"",
                            "dryRun")));
        }
        return !all.isEmpty();
    }
}
