package io.fairlead.sandbox.status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A request that ends with a {@code Status} of failure. The factories word it as the real API server does. */
public final class StatusException extends RuntimeException {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final int code;
    private final String reason;
    private final @Nullable ObjectNode details;
    private final String next;

    private StatusException(int code, String reason, String message, @Nullable ObjectNode details, String next) {
        // No stack trace: this is an answer, thrown on hot paths, not a fault of ours.
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
        this.next = next;
    }

    /** A failure without details. */
    public static StatusException of(int code, String reason, String message) {
        return new StatusException(code, reason, message, null, "");
    }

    /** A failure about one object. */
    public static StatusException of(int code, String reason, String message, Subject subject, List<Cause> causes) {
        return new StatusException(code, reason, message, details(subject, causes), "");
    }

    public static StatusException badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    public static StatusException notFound(Subject subject) {
        return of(404, "NotFound", subject.quoted() + " not found", subject, List.of());
    }

    public static StatusException alreadyExists(Subject subject) {
        return of(409, "AlreadyExists", subject.quoted() + " already exists", subject, List.of());
    }

    /** {@code Operation cannot be fulfilled on pods "web": <why>}. */
    public static StatusException conflict(Subject subject, String why) {
        return of(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + subject.quoted() + ": " + why,
                subject,
                List.of());
    }

    /** The writer's copy is older than the stored one. */
    public static StatusException modified(Subject subject) {
        return conflict(
                subject, "the object has been modified; please apply your changes to the latest version and try again");
    }

    public static StatusException forbidden(Subject subject, String why, List<Cause> causes) {
        return of(403, "Forbidden", subject.quoted() + " is forbidden: " + why, subject, causes);
    }

    /** {@code Pod "web" is invalid: <causes>}; the subject's kind is the Kind, not the plural. */
    public static StatusException invalid(Subject subject, List<Cause> causes) {
        String words = causes.stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .distinct()
                .collect(Collectors.joining(", "));
        String all = causes.size() > 1 ? "[" + words + "]" : words;
        return of(422, "Invalid", subject.quoted() + " is invalid: " + all, subject, causes);
    }

    /** A resourceVersion that the history no longer reaches. */
    public static StatusException expired(String message) {
        return of(410, "Expired", message);
    }

    /** A page of a list that the history no longer reaches; {@code next} goes on with what is there now. */
    public static StatusException expiredPage(String next) {
        String message =
                "The provided continue parameter is too old to display a consistent list result. You can start a"
                        + " new list without the continue parameter, or use the continue token in this response to retrieve the"
                        + " remainder of the results. Continuing with the provided token results in an inconsistent list -"
                        + " objects that were created, modified, or deleted between the time the first chunk was returned and"
                        + " now may show up in the list.";
        return new StatusException(410, "Expired", message, null, next);
    }

    public static StatusException methodNotAllowed() {
        return of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    /** The body as it goes over the wire. */
    public ObjectNode body() {
        ObjectNode body = JSON.objectNode();
        body.put("kind", "Status").put("apiVersion", "v1");
        ObjectNode metadata = body.putObject("metadata");
        putUnlessEmpty(metadata, "continue", next);
        body.put("status", "Failure").put("message", getMessage()).put("reason", reason);
        if (details != null) {
            body.set("details", details);
        }
        return body.put("code", code);
    }

    private static ObjectNode details(Subject subject, List<Cause> causes) {
        ObjectNode details = JSON.objectNode();
        putUnlessEmpty(details, "name", subject.name());
        putUnlessEmpty(details, "group", subject.group());
        putUnlessEmpty(details, "kind", subject.kind());
        if (!causes.isEmpty()) {
            var array = details.putArray("causes");
            for (Cause cause : causes) {
                ObjectNode node = array.addObject();
                putUnlessEmpty(node, "reason", cause.reason());
                putUnlessEmpty(node, "message", cause.message());
                putUnlessEmpty(node, "field", cause.field());
            }
        }
        return details;
    }

    private static void putUnlessEmpty(ObjectNode node, String field, String value) {
        if (!value.isEmpty()) {
            node.put(field, value);
        }
    }
}
