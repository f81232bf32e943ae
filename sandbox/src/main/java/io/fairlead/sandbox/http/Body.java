package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;
import java.io.InputStream;

/** Reads the bodies of requests. */
final class Body {
    static final int LIMIT = 3 * 1024 * 1024;

    private Body() {}

    static byte[] read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(LIMIT + 1);
        if (bytes.length > LIMIT) {
            throw StatusException.of(413, "RequestEntityTooLarge", "Request entity too large: limit is " + LIMIT);
        }
        return bytes;
    }

    /** The object that a create or an update sends; its kind and apiVersion must fit the path. */
    static ObjectNode object(byte[] bytes, Call call) {
        ObjectNode object = parse(bytes);
        String kind = Trees.text(object, "kind");
        String apiVersion = Trees.text(object, "apiVersion");
        String wantedKind = call.type().names().kind();
        if (kind.isEmpty() || !kind.equals(wantedKind) || !apiVersion.equals(call.apiVersion())) {
            throw StatusException.badRequest("the object provided is unrecognized (must be of type " + wantedKind
                    + "): couldn't get version/kind");
        }
        return object;
    }

    static ObjectNode parse(byte[] bytes) {
        try {
            JsonNode node = Json.MAPPER.readTree(bytes);
            if (node instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw StatusException.badRequest(String.valueOf(e.getMessage()));
        }
        throw StatusException.badRequest("the body is not an object");
    }
}
