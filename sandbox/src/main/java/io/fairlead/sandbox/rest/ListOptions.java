package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.selector.Selection;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import java.util.ArrayList;
import java.util.List;

/**
 * What to list or watch, read from the query and checked.
 *
 * @param version the {@code resourceVersion} asked for; -1 when none was
 * @param match {@code Exact}, {@code NotOlderThan} or empty
 */
record ListOptions(Selection selection, long version, String match, long limit, String next, boolean initialEvents) {
    private static final Subject SUBJECT = new Subject("meta.k8s.io", "ListOptions", "");

    static ListOptions of(Call call) {
        Query query = call.query();
        check(query, call.verb() == Verb.WATCH);
        Selection selection =
                Selection.parse(call.type(), call.version().name(), query.text("labelSelector"), fieldSelector(call));
        return new ListOptions(
                selection,
                version(call.verb(), query.text("resourceVersion")),
                query.text("resourceVersionMatch"),
                query.number("limit").orElse(0),
                query.text("continue"),
                query.on("sendInitialEvents"));
    }

    /** A watch of one object by its path is a watch of its name. */
    private static String fieldSelector(Call call) {
        String fields = call.query().text("fieldSelector");
        return fields.isEmpty() && !call.name().isEmpty() ? "metadata.name=" + call.name() : fields;
    }

    private static long version(Verb verb, String text) {
        if (text.isEmpty()) {
            return -1;
        }
        try {
            long version = Long.parseUnsignedLong(text);
            return version < 0 ? Long.MAX_VALUE : version;
        } catch (NumberFormatException e) {
            String message = "resourceVersion: Invalid value: \"" + text + "\": strconv.ParseUint: parsing \"" + text
                    + "\": invalid syntax";
            // A watch that fails like this is a fault of its own to the real server.
            throw verb == Verb.WATCH ? StatusException.of(500, "", message) : StatusException.badRequest(message);
        }
    }

    private static void check(Query query, boolean watch) {
        String match = query.text("resourceVersionMatch");
        List<Cause> causes = new ArrayList<>();
        if (watch) {
            checkWatch(query, match, causes);
        } else {
            checkList(query, match, causes);
        }
        if (!match.isEmpty() && !query.text("continue").isEmpty()) {
            causes.add(
                    forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
        }
        if (!causes.isEmpty()) {
            throw StatusException.invalid(SUBJECT, causes);
        }
    }

    private static void checkWatch(Query query, String match, List<Cause> causes) {
        boolean initial = query.has("sendInitialEvents");
        if (initial && !match.equals("NotOlderThan")) {
            causes.add(forbidden(
                    "resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (!match.isEmpty() && !initial) {
            causes.add(forbidden(
                    "resourceVersionMatch",
                    "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        if (!match.isEmpty() && !match.equals("NotOlderThan")) {
            causes.add(unsupported(match, "\"NotOlderThan\""));
        }
    }

    private static void checkList(Query query, String match, List<Cause> causes) {
        String version = query.text("resourceVersion");
        if (!match.isEmpty() && version.isEmpty()) {
            causes.add(forbidden(
                    "resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided"));
        }
        if (!match.isEmpty() && !match.equals("Exact") && !match.equals("NotOlderThan")) {
            causes.add(unsupported(match, "\"Exact\", \"NotOlderThan\", \"\""));
        }
        if (match.equals("Exact") && version.equals("0")) {
            causes.add(forbidden(
                    "resourceVersionMatch", "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
        }
        if (query.has("sendInitialEvents")) {
            causes.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
    }

    private static Cause forbidden(String field, String why) {
        return new Cause("FieldValueForbidden", "Forbidden: " + why, field);
    }

    private static Cause unsupported(String match, String supported) {
        return new Cause(
                "FieldValueNotSupported",
                "Unsupported value: \"" + match + "\": supported values: " + supported,
                "resourceVersionMatch");
    }
}
