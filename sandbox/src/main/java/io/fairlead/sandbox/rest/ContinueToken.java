package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where the next page of a list starts.
 *
 * @param version the resource version of the first page; -1 to go on with whatever is there now
 * @param after the key of the last object of the page before
 */
record ContinueToken(long version, String after) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FORMAT = "meta.k8s.io/v1";

    static ContinueToken decode(String text) {
        try {
            JsonNode token = MAPPER.readTree(Base64.getUrlDecoder().decode(text));
            if (token.path("v").asText().equals(FORMAT) && token.path("rv").asLong() != 0) {
                String start = token.path("start").asText();
                return new ContinueToken(token.path("rv").asLong(), start.substring(0, start.length() - 1));
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw StatusException.badRequest("invalid continue token: continue key is not valid: " + e.getMessage());
        }
        throw StatusException.badRequest(
                "invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version "
                        + FORMAT + ")");
    }

    String encode() {
        var token = JsonNodeFactory.instance
                .objectNode()
                .put("v", FORMAT)
                .put("rv", version)
                .put("start", after + "\0");
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(token.toString().getBytes(StandardCharsets.UTF_8));
    }
}
