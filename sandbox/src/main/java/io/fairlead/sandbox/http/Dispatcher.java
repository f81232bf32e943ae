package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.Creator;
import io.fairlead.sandbox.rest.DeleteOptions;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.rest.Patcher;
import io.fairlead.sandbox.rest.PodActions;
import io.fairlead.sandbox.rest.Reader;
import io.fairlead.sandbox.rest.Updater;
import io.fairlead.sandbox.rest.Watching;
import io.fairlead.sandbox.status.StatusException;
import java.io.IOException;

/** Sends a call to the part of {@code rest} that does it. */
final class Dispatcher {
    /** The body of the request; read when the verb wants one. */
    @FunctionalInterface
    interface Payload {
        byte[] read() throws IOException;
    }

    private final Registry registry;
    private final Reader reader;
    private final Watching watching;
    private final Creator creator;
    private final Updater updater;
    private final Patcher patcher;
    private final Deleter deleter;
    private final PodActions podActions;

    Dispatcher(Cluster cluster) {
        registry = cluster.registry();
        reader = new Reader(cluster);
        watching = new Watching(cluster);
        creator = new Creator(cluster);
        updater = new Updater(cluster, creator);
        deleter = new Deleter(cluster);
        patcher = new Patcher(cluster, creator, updater);
        podActions = new PodActions(cluster, deleter);
    }

    Answer perform(Call call, MediaType contentType, Payload payload) throws IOException {
        if (!call.subresource().isEmpty() && !call.toStatus()) {
            return act(call, contentType, payload);
        }
        if (call.toStatus() && !call.type().has(Trait.STATUS)) {
            throw notServed();
        }
        return switch (call.verb()) {
            case GET -> reader.get(call);
            case LIST -> reader.list(call);
            case WATCH -> watching.watch(call);
            case CREATE -> creator.create(call, Body.object(payload.read(), contentType, call, registry));
            case UPDATE -> updater.replace(call, Body.object(payload.read(), contentType, call, registry));
            case PATCH -> patch(call, contentType, payload);
            case DELETE -> deleter.delete(call, deleteOptions(call, contentType, payload));
            case DELETECOLLECTION ->
                deleter.deleteAll(call, reader.selected(call), deleteOptions(call, contentType, payload));
        };
    }

    private Answer patch(Call call, MediaType contentType, Payload payload) throws IOException {
        Patcher.Kind kind = Patcher.kind(call, contentType.name());
        byte[] bytes = payload.read();
        try {
            Body body = Body.parse(bytes, contentType);
            return patcher.patch(call, kind, body.tree(), body.duplicates());
        } catch (IOException e) {
            throw StatusException.badRequest("error decoding patch: " + e.getMessage());
        }
    }

    /** Subresources that are neither the object nor its status. */
    private Answer act(Call call, MediaType contentType, Payload payload) throws IOException {
        String what =
                call.type().id() + "/" + call.subresource() + " " + call.verb().word();
        return switch (what) {
            case BuiltIns.PODS + "/binding create" -> podActions.bind(call, plain(contentType, payload));
            case BuiltIns.PODS + "/eviction create" -> podActions.evict(call, plain(contentType, payload));
            case BuiltIns.NAMESPACES + "/finalize update" ->
                updater.replace(call, Body.object(payload.read(), contentType, call, registry));
            default -> throw notServed();
        };
    }

    private static ObjectNode plain(MediaType contentType, Payload payload) throws IOException {
        byte[] bytes = payload.read();
        if (bytes.length == 0) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            if (Body.parse(bytes, contentType).tree() instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw StatusException.badRequest(String.valueOf(e.getMessage()));
        }
        throw StatusException.badRequest("the body is not an object");
    }

    private static DeleteOptions deleteOptions(Call call, MediaType contentType, Payload payload) throws IOException {
        ObjectNode body = plain(contentType, payload);
        return body.isEmpty() ? DeleteOptions.of(call.query()) : DeleteOptions.of(body, call.query());
    }

    private static StatusException notServed() {
        return StatusException.of(404, "NotFound", "the server could not find the requested resource");
    }
}
