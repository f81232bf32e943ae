package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.time.Instant;
import java.util.Locale;

/** What the table says about an event, whichever of the two event APIs wrote it. */
final class EventCells {
    private EventCells() {}

    static String firstSeen(ObjectNode event, Instant now) {
        String first = Trees.text(event, "firstTimestamp");
        return HumanDuration.since(first.isEmpty() ? Trees.text(event, "eventTime") : first, now);
    }

    static String lastSeen(ObjectNode event, Instant now) {
        String observed = Trees.text(event.path("series"), "lastObservedTime");
        String last = Trees.text(event, "lastTimestamp");
        if (!observed.isEmpty()) {
            return HumanDuration.since(observed, now);
        }
        return last.isEmpty() ? firstSeen(event, now) : HumanDuration.since(last, now);
    }

    static String object(ObjectNode event) {
        JsonNode involved = event.path("involvedObject");
        String kind = Trees.text(involved, "kind").toLowerCase(Locale.ROOT);
        String name = Trees.text(involved, "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    static String source(ObjectNode event) {
        String component = Trees.text(event.path("source"), "component");
        String host = Trees.text(event.path("source"), "host");
        String who = component.isEmpty() ? Trees.text(event, "reportingComponent") : component;
        String where = host.isEmpty() ? Trees.text(event, "reportingInstance") : host;
        return where.isEmpty() ? who : who + ", " + where;
    }

    static String count(ObjectNode event) {
        long count =
                event.path("series").path("count").asLong(event.path("count").asLong(0));
        return Long.toString(count == 0 ? 1 : count);
    }
}
