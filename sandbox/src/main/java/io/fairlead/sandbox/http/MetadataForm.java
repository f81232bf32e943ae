package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.store.Stored;

/** The metadata of objects alone, as {@code PartialObjectMetadata}. */
final class MetadataForm implements Form {
    private static final String API_VERSION = "meta.k8s.io/v1";

    @Override
    public byte[] one(Call call, Stored object) {
        return Json.bytes(partial(Trees.metadata(object.tree())));
    }

    @Override
    public byte[] many(Call call, Answer.Many page) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        list.put("kind", "PartialObjectMetadataList").put("apiVersion", API_VERSION);
        list.set("metadata", ListMetadata.of(page));
        ArrayNode items = list.putArray("items");
        page.objects().forEach(object -> items.add(partial(Trees.metadata(object.tree()))));
        return Json.bytes(list);
    }

    @Override
    public byte[] event(Call call, Stored object) {
        return one(call, object);
    }

    @Override
    public byte[] bookmark(Call call, long version, boolean endOfInitial) {
        return Json.bytes(partial(ListMetadata.ofBookmark(version, endOfInitial)));
    }

    static ObjectNode partial(ObjectNode metadata) {
        ObjectNode partial = JsonNodeFactory.instance.objectNode();
        partial.put("kind", "PartialObjectMetadata").put("apiVersion", API_VERSION);
        return partial.set("metadata", metadata);
    }
}
