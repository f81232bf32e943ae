package io.fairlead.sandbox.http;

import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.store.Stored;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes answers as JSON. */
final class Writer {
    private Writer() {}

    static byte[] one(Call call, Stored object) {
        byte[] head = head(call.type().names().kind(), call.apiVersion());
        byte[] tail = object.tail();
        byte[] all = new byte[head.length + tail.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }

    static byte[] many(Call call, Answer.Many page) {
        var out = new ByteArrayOutputStream(1024 + page.objects().size() * 1024);
        out.writeBytes(head(call.type().names().listKind(), call.apiVersion()));
        out.writeBytes(utf8("\"metadata\":{\"resourceVersion\":\"" + page.version() + "\""));
        if (!page.next().isEmpty()) {
            out.writeBytes(utf8(",\"continue\":\"" + page.next() + "\""));
        }
        if (page.remaining() >= 0) {
            out.writeBytes(utf8(",\"remainingItemCount\":" + page.remaining()));
        }
        out.writeBytes(utf8("},\"items\":["));
        byte[] itemHead = utf8("{");
        boolean first = true;
        for (Stored object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            out.writeBytes(itemHead);
            out.writeBytes(object.tail());
        }
        out.writeBytes(utf8("]}"));
        return out.toByteArray();
    }

    private static byte[] head(String kind, String apiVersion) {
        return utf8("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
