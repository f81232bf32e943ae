package io.fairlead.sandbox.http;

import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.store.Stored;

/** Objects as they are, from their kept JSON: nothing is serialized twice. */
final class WholeForm implements Form {
    private static final String END = "]}\n";

    @Override
    public byte[] one(Call call, Stored object) {
        String head = head(call.type().names().kind(), call.apiVersion());
        return new Bytes(head.length() + object.tail().length)
                .add(head)
                .add(object.tail())
                .toArray();
    }

    @Override
    public byte[] many(Call call, Answer.Many page) {
        String itemHead =
                call.type().has(Trait.CUSTOM) ? head(call.type().names().kind(), call.apiVersion()) : "{";
        String commaAndHead = "," + itemHead;
        byte[] start = new Bytes(256)
                .add(head(call.type().names().listKind(), call.apiVersion()))
                .add("\"metadata\":")
                .add(Json.bytes(ListMetadata.of(page)))
                .add(",\"items\":[")
                .toArray();
        // Exactly as much as is needed, because lists can be large; the first item has no comma.
        int size = start.length + END.length() - (page.objects().isEmpty() ? 0 : 1);
        for (Stored object : page.objects()) {
            size += object.tail().length + commaAndHead.length();
        }
        Bytes out = new Bytes(size).add(start);
        String before = itemHead;
        for (Stored object : page.objects()) {
            out.add(before).add(object.tail());
            before = commaAndHead;
        }
        return out.add(END).toArray();
    }

    @Override
    public byte[] event(Call call, Stored object) {
        return one(call, object);
    }

    @Override
    public byte[] bookmark(Call call, long version, boolean endOfInitial) {
        return new Bytes(256)
                .add(head(call.type().names().kind(), call.apiVersion()))
                .add("\"metadata\":")
                .add(Json.bytes(ListMetadata.ofBookmark(version, endOfInitial)))
                .add("}")
                .toArray();
    }

    private static String head(String kind, String apiVersion) {
        return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",";
    }
}
