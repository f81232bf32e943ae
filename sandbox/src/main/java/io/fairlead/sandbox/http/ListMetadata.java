package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.rest.Answer;

/** The metadata of lists and bookmarks. */
final class ListMetadata {
    private ListMetadata() {}

    static ObjectNode of(Answer.Many page) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("resourceVersion", Long.toString(page.version()));
        if (!page.next().isEmpty()) {
            metadata.put("continue", page.next());
        }
        if (page.remaining() >= 0) {
            metadata.put("remainingItemCount", page.remaining());
        }
        return metadata;
    }

    static ObjectNode ofBookmark(long version, boolean endOfInitial) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("resourceVersion", Long.toString(version)).putNull("creationTimestamp");
        if (endOfInitial) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        return metadata;
    }
}
