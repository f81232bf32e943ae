package io.fairlead.sandbox.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fairlead.sandbox.protobuf.Envelope;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Names;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.Intake;
import io.fairlead.sandbox.schema.GoTypes;
import io.fairlead.sandbox.schema.TreeReader;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;

/**
 * The body of a request, read and parsed but not yet understood.
 *
 * @param duplicates paths of fields that it had twice
 */
record Body(JsonNode tree, List<String> duplicates) {
    static final int LIMIT = 3 * 1024 * 1024;

    private static final int SHOWN = 1024;
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
        if (type.name().equals(MediaType.PROTOBUF)) {
            return new Body(Envelope.open(bytes), List.of());
        }
        TreeReader.Tree tree = TreeReader.read(bytes);
        return new Body(tree.root(), tree.duplicateFields());
    }

    /** The object that a create or an update sends. */
    static ObjectNode object(byte[] bytes, MediaType type, Call call, Registry registry) {
        checkType(type, call);
        String kind = call.type().names().kind();
        Body body;
        try {
            body = parse(bytes, type);
        } catch (IOException e) {
            String prefix =
                    type.name().equals(MediaType.PROTOBUF) ? "" : "couldn't get version/kind; json parse error: ";
            throw unrecognized(kind, prefix + e.getMessage(), bytes);
        }
        if (!(body.tree() instanceof ObjectNode object)) {
            throw unrecognized(
                    kind,
                    "couldn't get version/kind; json parse error: json: cannot unmarshal " + GoTypes.inJson(body.tree())
                            + " into Go value of type struct { APIVersion string"
                            + " \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }",
                    bytes);
        }
        checkKind(object, call, registry);
        return Intake.decode(call, object, body.duplicates());
    }

    private static void checkType(MediaType type, Call call) {
        boolean packs = !call.type().has(Trait.CUSTOM) && !call.type().id().equals(BuiltIns.CRDS);
        String accepted = "application/json, application/yaml" + (packs ? ", " + MediaType.PROTOBUF : "");
        boolean known = type.name().isEmpty() || List.of(accepted.split(", ")).contains(type.name());
        if (!known) {
            throw StatusException.of(
                    415,
                    "UnsupportedMediaType",
                    "the body of the request was in an unknown format - accepted media types include: " + accepted);
        }
    }

    /** What the body says it is must be what the path says, where it says anything. */
    private static void checkKind(ObjectNode object, Call call, Registry registry) {
        Names names = call.type().names();
        String kind = orElse(Trees.text(object, "kind"), names.kind());
        String apiVersion = orElse(Trees.text(object, "apiVersion"), call.apiVersion());
        if (kind.equals(names.kind()) && apiVersion.equals(call.apiVersion())) {
            return;
        }
        if (call.type().has(Trait.CUSTOM)) {
            throw StatusException.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + call.apiVersion() + ")");
        }
        String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
        boolean known = apiVersion.equals(call.apiVersion())
                && registry.findKind(names.group(), kind).isPresent();
        String internal = names.group().isEmpty() ? "core" : names.group().split("\\.")[0];
        throw StatusException.badRequest(
                kind + " in version \"" + version + "\" cannot be handled as a " + names.kind() + ": "
                        + (known
                                ? "converting (" + version + "." + kind + ") to (" + internal + "." + names.kind()
                                        + "): unknown conversion"
                                : "no kind \"" + kind + "\" is registered for version \"" + apiVersion
                                        + "\" in scheme \"pkg/runtime/scheme.go:111\""));
    }

    private static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    /** The real server shows what looks like JSON as it is, and everything else in hexadecimal. */
    private static StatusException unrecognized(String kind, String why, byte[] bytes) {
        String shown = bytes.length > 0 && bytes[0] == '{'
                ? new String(bytes, UTF_8)
                : HexFormat.of().formatHex(bytes);
        return StatusException.badRequest("the object provided is unrecognized (must be of type " + kind
                + "): " + why + " ("
                + shown.substring(0, Math.min(shown.length(), SHOWN)) + ")");
    }
}
