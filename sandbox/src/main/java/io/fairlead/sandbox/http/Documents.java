package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.discovery.Discovery;
import io.fairlead.sandbox.discovery.OpenApi;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Cluster;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/** Paths that lead to no resource: health, version, discovery, OpenAPI. */
final class Documents {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final Cluster cluster;
    private final Discovery discovery;
    private final OpenApi openApi;

    Documents(Cluster cluster, ObjectNode definitions) {
        this.cluster = cluster;
        this.discovery = new Discovery(cluster.registry());
        this.openApi = new OpenApi(cluster.registry(), definitions, this::customSchema);
    }

    /** Whether the path was one of these, and is answered. */
    boolean answer(Request request, List<String> segments, String accept, Reply reply) {
        if (segments.isEmpty()) {
            return false;
        }
        return switch (segments.getFirst()) {
            case "healthz", "readyz", "livez" -> {
                reply.text(200, "ok");
                yield true;
            }
            case "version" -> {
                reply.json(200, Json.bytes(version()));
                yield true;
            }
            case "api" -> core(request, segments, accept, reply);
            case "apis" -> groups(segments, accept, reply);
            case "openapi" -> openApi(segments, reply);
            default -> false;
        };
    }

    private boolean core(Request request, List<String> segments, String accept, Reply reply) {
        if (segments.size() > 2) {
            return false;
        }
        if (segments.size() == 2) {
            return reply(reply, discovery.resources("", segments.get(1)));
        }
        return aggregated(accept)
                ? aggregated(reply, true)
                : reply(
                        reply,
                        Optional.of(discovery.coreVersions(request.getHttpURI().getAuthority())));
    }

    private boolean groups(List<String> segments, String accept, Reply reply) {
        return switch (segments.size()) {
            case 1 -> aggregated(accept) ? aggregated(reply, false) : reply(reply, Optional.of(discovery.groups()));
            case 2 -> reply(reply, discovery.group(segments.get(1)));
            case 3 -> reply(reply, discovery.resources(segments.get(1), segments.get(2)));
            default -> false;
        };
    }

    private boolean openApi(List<String> segments, Reply reply) {
        if (segments.size() < 2 || !segments.get(1).equals("v3")) {
            return false;
        }
        return switch (segments.size()) {
            case 2 -> reply(reply, Optional.of(openApi.index()));
            case 4 -> reply(reply, openApi.document("", segments.get(3)));
            case 5 -> reply(reply, openApi.document(segments.get(3), segments.get(4)));
            default -> false;
        };
    }

    private boolean aggregated(Reply reply, boolean core) {
        reply.write(200, AGGREGATED, Json.bytes(discovery.aggregated(core)));
        return true;
    }

    private static boolean aggregated(String accept) {
        return MediaType.parseAll(accept).stream()
                .anyMatch(type -> type.parameter("as").equals("APIGroupDiscoveryList")
                        && type.parameter("v").equals("v2"));
    }

    private static boolean reply(Reply reply, Optional<ObjectNode> document) {
        document.ifPresent(found -> reply.json(200, Json.bytes(found)));
        return document.isPresent();
    }

    /** What the CustomResourceDefinition says about a version; empty for built-in kinds. */
    private Optional<JsonNode> customSchema(ResourceType type, ServedVersion version) {
        return cluster.store()
                .get(BuiltIns.CRDS, "", type.id())
                .flatMap(crd -> crd.tree()
                        .path("spec")
                        .path("versions")
                        .valueStream()
                        .filter(candidate -> Trees.text(candidate, "name").equals(version.name()))
                        .map(candidate -> candidate.path("schema").path("openAPIV3Schema"))
                        .filter(JsonNode::isObject)
                        .findFirst());
    }

    private static ObjectNode version() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("major", "1")
                .put("minor", "36")
                .put("gitVersion", "v1.36.3+fairlead")
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "2026-11-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "")
                .put("platform", "java");
    }
}
