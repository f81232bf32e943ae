package io.fairlead.sandbox.http;

import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.rest.WatchStream;
import io.fairlead.sandbox.store.Stored;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes watch events, one JSON object a line. */
final class EventWriter implements WatchStream.Sink {
    private final Call call;
    private final Form form;
    private final OutputStream out;

    EventWriter(Call call, Form form, OutputStream out) {
        this.call = call;
        this.form = form;
        this.out = new BufferedOutputStream(out, 32 * 1024);
    }

    @Override
    public void event(String type, Stored object) throws IOException {
        write(type, form.event(call, object));
    }

    @Override
    public void bookmark(long version, boolean endOfInitial) throws IOException {
        write("BOOKMARK", form.bookmark(call, version, endOfInitial));
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    void write(String type, byte[] object) throws IOException {
        out.write(("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
        out.write(object);
        out.write("}\n".getBytes(StandardCharsets.UTF_8));
    }
}
