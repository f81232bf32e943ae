package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.Decoding;
import io.fairlead.sandbox.schema.Schema;
import io.fairlead.sandbox.status.StatusException;
import java.util.List;

/** An apply configuration may not name fields that its kind does not have. */
final class UndeclaredFields {
    private UndeclaredFields() {}

    static void refuse(Schema schema, ObjectNode config) {
        List<String> unknown = Decoding.decode(schema, config).unknownFields();
        if (!unknown.isEmpty()) {
            JsonNode metadata = config.path("metadata");
            String apiVersion = config.path("apiVersion").asText();
            throw StatusException.of(
                    500,
                    "",
                    "failed to create typed patch object (%s/%s; %s, Kind=%s): .%s: field not declared in schema"
                            .formatted(
                                    metadata.path("namespace").asText(),
                                    metadata.path("name").asText(),
                                    apiVersion.contains("/") ? apiVersion : "/" + apiVersion,
                                    config.path("kind").asText(),
                                    unknown.getFirst()));
        }
    }
}
