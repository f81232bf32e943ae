package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.Verb;
import io.fairlead.sandbox.rest.WatchStream;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what a request wants, has it done and writes the answer.
 *
 * <p>Requests run on Jetty's threads, because they are short and a hop to another thread costs more than most of them;
 * watches, which wait for hours, get a virtual thread each.
 */
public final class ApiHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

    private final Cluster cluster;
    private final Calls calls;
    private final Dispatcher dispatcher;
    private final Documents documents;
    private final Interference interference;

    public ApiHandler(Cluster cluster, ObjectNode definitions, Interference interference) {
        this.interference = interference;
        this.cluster = cluster;
        this.calls = new Calls(cluster.registry());
        this.dispatcher = new Dispatcher(cluster);
        this.documents = new Documents(cluster, definitions);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var reply = new Reply(Content.Source.asInputStream(request), response, callback);
        try {
            answer(request, reply);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (StatusException e) {
            reply.json(e.code(), Json.bytes(e.body()));
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} {} failed", request.getMethod(), request.getHttpURI(), e);
            var error = StatusException.of(500, "InternalError", "Internal error occurred: " + e);
            reply.json(error.code(), Json.bytes(error.body()));
        }
        return true;
    }

    private void answer(Request request, Reply reply) throws IOException, InterruptedException {
        List<String> segments = Arrays.stream(Request.getPathInContext(request).split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        if (documents.answer(request, segments, header(request, HttpHeader.ACCEPT), reply)) {
            return;
        }
        Optional<Call> call = calls.read(request, segments);
        if (call.isEmpty()) {
            reply.text(404, "404 page not found\n");
        } else if (header(request, HttpHeader.UPGRADE).equalsIgnoreCase("websocket")) {
            // Watches come as plain HTTP here; this answer makes fabric8 ask again without a web socket.
            reply.text(200, "");
        } else {
            resource(call.get(), request, reply);
        }
    }

    private void resource(Call call, Request request, Reply reply) throws IOException, InterruptedException {
        boolean watch = call.verb() == Verb.WATCH;
        Negotiation wanted = Negotiation.of(
                header(request, HttpHeader.ACCEPT), call.query().text("includeObject"), watch, cluster.clock());
        Answer answer;
        try {
            interference.before(call);
            answer = dispatcher.perform(
                    call, MediaType.parse(header(request, HttpHeader.CONTENT_TYPE)), () -> Body.read(reply.request()));
        } catch (StatusException e) {
            if (watch && e.code() == 410) {
                // A watch that comes too late learns so in its stream, like one that falls behind.
                var body = new Bytes(512)
                        .add("{\"type\":\"ERROR\",\"object\":")
                        .add(Json.bytes(e.body()))
                        .add("}\n");
                reply.json(200, body.toArray());
                return;
            }
            throw e;
        }
        reply.warn(call.warnings().texts());
        switch (answer) {
            case Answer.One(int code, var object) ->
                reply.negotiated(code, wanted.form().one(call, object), wanted.yaml());
            case Answer.Many page -> reply.negotiated(200, wanted.form().many(call, page), wanted.yaml());
            case Answer.Plain(int code, ObjectNode body) -> reply.negotiated(code, Json.bytes(body), wanted.yaml());
            case Answer.Events(WatchStream stream) ->
                Thread.startVirtualThread(() -> stream(call, stream, wanted.form(), reply));
        }
    }

    private void stream(Call call, WatchStream stream, Form form, Reply reply) {
        Response response = reply.response();
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        try (var out = Content.Sink.asOutputStream(response)) {
            // The client waits for the headers before it believes in its watch.
            out.flush();
            stream.run(new EventWriter(call, form, out), interference.dropped(call));
        } catch (IOException e) {
            // The client is gone, which is how most watches end.
            reply.callback().failed(e);
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reply.callback().succeeded();
    }

    private static String header(Request request, HttpHeader name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }
}
