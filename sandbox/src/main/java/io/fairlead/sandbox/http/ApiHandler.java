package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.Creator;
import io.fairlead.sandbox.rest.DeleteOptions;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.rest.Query;
import io.fairlead.sandbox.rest.Reader;
import io.fairlead.sandbox.rest.Verb;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Finds out what a request wants, has it done and writes the answer. Runs on virtual threads and may block. */
public final class ApiHandler extends Handler.Abstract {
    private final Cluster cluster;
    private final Reader reader;
    private final Creator creator;
    private final Deleter deleter;

    public ApiHandler(Cluster cluster) {
        this.cluster = cluster;
        this.reader = new Reader(cluster);
        this.creator = new Creator(cluster);
        this.deleter = new Deleter(cluster);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        try {
            Optional<Call> call = call(request);
            if (call.isEmpty()) {
                write(
                        response,
                        callback,
                        404,
                        "text/plain; charset=utf-8",
                        "404 page not found\n".getBytes(StandardCharsets.UTF_8));
                return true;
            }
            Answer answer = perform(call.get(), request);
            switch (answer) {
                case Answer.One(int code, var object) -> json(response, callback, code, Writer.one(call.get(), object));
                case Answer.Many page -> json(response, callback, 200, Writer.many(call.get(), page));
                case Answer.Plain(int code, ObjectNode body) -> json(response, callback, code, Json.bytes(body));
                case Answer.Events events -> callback.failed(new IOException("no watches yet"));
            }
        } catch (StatusException e) {
            json(response, callback, e.code(), Json.bytes(e.body()));
        }
        return true;
    }

    private Answer perform(Call call, Request request) throws IOException {
        return switch (call.verb()) {
            case GET -> reader.get(call);
            case LIST -> reader.list(call);
            case CREATE -> creator.create(call, Body.object(body(request), call));
            case DELETE -> deleter.delete(call, DeleteOptions.DEFAULT);
            case UPDATE, PATCH, WATCH, DELETECOLLECTION -> throw StatusException.methodNotAllowed();
        };
    }

    private static byte[] body(Request request) throws IOException {
        return Body.read(Content.Source.asInputStream(request));
    }

    private Optional<Call> call(Request request) {
        List<String> segments = Arrays.stream(Request.getPathInContext(request).split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        return ResourcePath.parse(segments).flatMap(path -> call(request, path));
    }

    private Optional<Call> call(Request request, ResourcePath path) {
        Optional<ResourceType> type = cluster.registry().find(path.group(), path.resource());
        Optional<ServedVersion> version = type.flatMap(found -> found.served(path.version()));
        if (type.isEmpty() || version.isEmpty()) {
            return Optional.empty();
        }
        Query query = query(request);
        Verb verb = verb(request.getMethod(), !path.name().isEmpty(), query.on("watch"));
        return Optional.of(new Call(
                verb, type.get(), version.get(), path.namespace(), path.name(), path.subresource(), query, "unknown"));
    }

    private static Verb verb(String method, boolean named, boolean watch) {
        return switch (method) {
            case "GET", "HEAD" -> watch ? Verb.WATCH : named ? Verb.GET : Verb.LIST;
            case "POST" -> Verb.CREATE;
            case "PUT" -> Verb.UPDATE;
            case "PATCH" -> Verb.PATCH;
            case "DELETE" -> named ? Verb.DELETE : Verb.DELETECOLLECTION;
            default -> throw StatusException.methodNotAllowed();
        };
    }

    private static Query query(Request request) {
        Map<String, List<String>> values = new HashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            values.put(field.getName(), field.getValues());
        }
        return new Query(values);
    }

    private static void json(Response response, Callback callback, int code, byte[] body) {
        write(response, callback, code, "application/json", body);
    }

    private static void write(Response response, Callback callback, int code, String type, byte[] body) {
        response.setStatus(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
