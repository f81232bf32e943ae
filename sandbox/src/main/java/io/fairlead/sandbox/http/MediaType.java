package io.fairlead.sandbox.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A media type with its parameters, such as {@code application/json;as=Table;v=v1;g=meta.k8s.io}. */
record MediaType(String name, Map<String, String> parameters) {
    static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    static MediaType parse(String text) {
        String[] parts = text.split(";");
        Map<String, String> parameters = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                parameters.put(
                        parts[i].substring(0, equals).trim(),
                        parts[i].substring(equals + 1).trim());
            }
        }
        return new MediaType(parts[0].trim().toLowerCase(Locale.ROOT), parameters);
    }

    /** The types of an Accept header, in the client's order. */
    static List<MediaType> parseAll(String header) {
        List<MediaType> types = new ArrayList<>();
        for (String part : header.split(",")) {
            if (!part.isBlank()) {
                types.add(parse(part));
            }
        }
        return types;
    }

    /** The value of a parameter; empty when absent. */
    String parameter(String key) {
        return parameters.getOrDefault(key, "");
    }
}
