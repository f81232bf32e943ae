package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.validation.FieldErrors;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How to delete, from a body or from the query.
 *
 * @param uid the uid that the object must have; empty for any
 * @param resourceVersion the version that the object must have; empty for any
 * @param propagation {@code Orphan}, {@code Background}, {@code Foreground} or empty
 */
public record DeleteOptions(
        OptionalLong gracePeriod, String uid, String resourceVersion, String propagation, boolean dryRun) {
    private static final Set<String> PROPAGATIONS = Set.of("", "Background", "Foreground", "Orphan");

    /** Delete as the kind likes it. */
    public static final DeleteOptions DEFAULT = new DeleteOptions(OptionalLong.empty(), "", "", "", false);

    public static DeleteOptions background() {
        return new DeleteOptions(OptionalLong.empty(), "", "", "Background", false);
    }

    public DeleteOptions {
        if (!PROPAGATIONS.contains(propagation)) {
            throw StatusException.invalid(
                    Verb.DELETE.options(),
                    List.of(new Cause(
                            "FieldValueNotSupported",
                            "Unsupported value: " + FieldErrors.quoted(propagation)
                                    + ": supported values: \"Background\", \"Foreground\", \"Orphan\"",
                            "propagationPolicy")));
        }
    }

    public static DeleteOptions of(Query query) {
        String propagation = query.text("propagationPolicy");
        if (query.has("orphanDependents")) {
            propagation = query.on("orphanDependents") ? "Orphan" : "Background";
        }
        return new DeleteOptions(query.number("gracePeriodSeconds"), "", "", propagation, query.dryRun(Verb.DELETE));
    }

    public static DeleteOptions of(JsonNode body, Query query) {
        JsonNode grace = body.path("gracePeriodSeconds");
        JsonNode preconditions = body.path("preconditions");
        String propagation = Trees.text(body, "propagationPolicy");
        if (body.path("orphanDependents").isBoolean()) {
            propagation = body.path("orphanDependents").booleanValue() ? "Orphan" : "Background";
        }
        return new DeleteOptions(
                grace.isIntegralNumber() ? OptionalLong.of(grace.longValue()) : OptionalLong.empty(),
                Trees.text(preconditions, "uid"),
                Trees.text(preconditions, "resourceVersion"),
                propagation,
                query.dryRun(Verb.DELETE) || !body.path("dryRun").isEmpty());
    }
}
