package io.fairlead.sandbox.http;

import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.Query;
import io.fairlead.sandbox.rest.Verb;
import io.fairlead.sandbox.rest.Warnings;
import io.fairlead.sandbox.status.StatusException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** Reads requests for resources. */
record Calls(Registry registry) {
    /** Empty when the path leads to no resource that is served. */
    Optional<Call> read(Request request, List<String> segments) {
        return ResourcePath.parse(segments).flatMap(path -> read(request, path));
    }

    private Optional<Call> read(Request request, ResourcePath path) {
        Optional<ResourceType> type = registry.find(path.group(), path.resource());
        Optional<ServedVersion> version = type.flatMap(found -> found.served(path.version()));
        if (type.isEmpty() || version.isEmpty()) {
            return Optional.empty();
        }
        boolean fits = type.get().namespaced()
                ? !path.namespace().isEmpty() || path.name().isEmpty()
                : path.namespace().isEmpty();
        if (!fits) {
            return Optional.empty();
        }
        Query query = query(request);
        Verb verb = verb(request.getMethod(), path, query.on("watch"));
        String agent = Optional.ofNullable(request.getHeaders().get(HttpHeader.USER_AGENT))
                .orElse("unknown");
        return Optional.of(new Call(
                verb,
                type.get(),
                version.get(),
                path.namespace(),
                path.name(),
                path.subresource(),
                query,
                manager(query, agent),
                new Warnings()));
    }

    /** The name that a write goes by: what the client says, or the first word of its user agent. */
    private static String manager(Query query, String agent) {
        String named = query.text("fieldManager");
        return named.isEmpty() ? agent.split("/", 2)[0] : named;
    }

    private static Verb verb(String method, ResourcePath path, boolean watch) {
        boolean named = !path.name().isEmpty();
        boolean collection = !named;
        return switch (method) {
            case "GET", "HEAD" -> watch ? Verb.WATCH : named ? Verb.GET : Verb.LIST;
            case "POST" ->
                allowed(Verb.CREATE, collection || !path.subresource().isEmpty());
            case "PUT" -> allowed(Verb.UPDATE, named);
            case "PATCH" -> allowed(Verb.PATCH, named);
            case "DELETE" -> named ? Verb.DELETE : Verb.DELETECOLLECTION;
            default -> throw StatusException.methodNotAllowed();
        };
    }

    private static Verb allowed(Verb verb, boolean fits) {
        if (!fits) {
            throw StatusException.methodNotAllowed();
        }
        return verb;
    }

    private static Query query(Request request) {
        Map<String, List<String>> values = new HashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            values.put(field.getName(), field.getValues());
        }
        return new Query(values);
    }
}
