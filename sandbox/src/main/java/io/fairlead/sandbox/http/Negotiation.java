package io.fairlead.sandbox.http;

import io.fairlead.sandbox.status.StatusException;
import java.time.Clock;
import java.util.List;

/**
 * What a client can read, as its Accept header says.
 *
 * @param yaml whether to write YAML instead of JSON
 */
record Negotiation(Form form, boolean yaml) {
    private static final String TYPES = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

    static Negotiation of(String accept, String includeObject, boolean watch, Clock clock) {
        if (accept.isBlank()) {
            return new Negotiation(new WholeForm(), false);
        }
        List<MediaType> wanted = MediaType.parseAll(accept);
        for (MediaType type : wanted) {
            boolean json = type.name().equals("application/json")
                    || type.name().equals("*/*")
                    || type.name().equals("application/*");
            boolean yaml = type.name().equals("application/yaml") && !watch;
            if (json || yaml) {
                switch (type.parameter("as")) {
                    case "" -> {
                        return new Negotiation(new WholeForm(), yaml);
                    }
                    case "Table" -> {
                        return new Negotiation(new TableForm(clock, includeObject), yaml);
                    }
                    case "PartialObjectMetadata", "PartialObjectMetadataList" -> {
                        return new Negotiation(new MetadataForm(), yaml);
                    }
                    default -> {
                        // Not a form we know: the client's next choice may be.
                    }
                }
            }
        }
        throw StatusException.of(
                406,
                "NotAcceptable",
                "only the following media types are accepted: " + TYPES
                        + (watch
                                ? ", application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"
                                : ""));
    }
}
