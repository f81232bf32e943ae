package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.Intake;
import io.fairlead.sandbox.schema.TreeReader;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The body of a request, read and parsed but not yet understood.
 *
 * @param duplicates paths of fields that it had twice
 */
record Body(JsonNode tree, List<String> duplicates) {
    static final int LIMIT = 3 * 1024 * 1024;

    private static final YAMLMapper YAML = new YAMLMapper();

    static byte[] read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(LIMIT + 1);
        if (bytes.length > LIMIT) {
            throw StatusException.of(413, "RequestEntityTooLarge", "Request entity too large: limit is " + LIMIT);
        }
        return bytes;
    }

    static Body parse(byte[] bytes, MediaType type) throws IOException {
        if (type.name().endsWith("yaml")) {
            return new Body(YAML.readTree(bytes), List.of());
        }
        TreeReader.Tree tree = TreeReader.read(bytes);
        return new Body(tree.root(), tree.duplicateFields());
    }

    /** The object that a create or an update sends. */
    static ObjectNode object(byte[] bytes, MediaType type, Call call) {
        checkType(type);
        String kind = call.type().names().kind();
        Body body;
        try {
            body = parse(bytes, type);
        } catch (IOException e) {
            throw StatusException.badRequest(unrecognized(kind) + "json parse error: " + e.getMessage());
        }
        if (!(body.tree() instanceof ObjectNode object)) {
            throw StatusException.badRequest(unrecognized(kind) + "json parse error: not an object");
        }
        checkKind(object, call);
        return Intake.decode(call, object, body.duplicates());
    }

    private static void checkType(MediaType type) {
        switch (type.name()) {
            case "", "application/json", "application/yaml" -> {}
            default ->
                throw StatusException.of(
                        415,
                        "UnsupportedMediaType",
                        "the body of the request was in an unknown format - accepted media types include:"
                                + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
        }
    }

    private static void checkKind(ObjectNode object, Call call) {
        String kind = Trees.text(object, "kind");
        String apiVersion = Trees.text(object, "apiVersion");
        if (kind.isEmpty() && apiVersion.isEmpty()) {
            return;
        }
        if (!kind.equals(call.type().names().kind()) || !apiVersion.equals(call.apiVersion())) {
            throw StatusException.badRequest(apiVersion + ", Kind=" + kind + " in version \""
                    + call.version().name() + "\" cannot be handled as a "
                    + call.type().names().kind());
        }
    }

    private static String unrecognized(String kind) {
        return "the object provided is unrecognized (must be of type " + kind + "): couldn't get version/kind; ";
    }
}
