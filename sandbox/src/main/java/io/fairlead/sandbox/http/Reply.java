package io.fairlead.sandbox.http;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Puts finished bytes on the wire.
 *
 * @param request what the client sends, as far as nobody has read it
 */
record Reply(InputStream request, Response response, Callback callback) {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final int SLICE = 128 * 1024;

    void json(int code, byte[] body) {
        write(code, "application/json", body);
    }

    void text(int code, String body) {
        write(code, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes JSON, or the same as YAML when the client asked for it. */
    void negotiated(int code, byte[] json, boolean asYaml) {
        if (!asYaml) {
            json(code, json);
            return;
        }
        try {
            write(code, "application/yaml", YAML.writeValueAsBytes(Json.MAPPER.readTree(json)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void warn(List<String> texts) {
        for (String text : texts) {
            String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
            response.getHeaders().add("Warning", "299 - \"" + quoted + "\"");
        }
    }

    void write(int code, String type, byte[] body) {
        response.setStatus(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        if (!requestTakenWhole()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        if (body.length <= SLICE) {
            response.write(true, ByteBuffer.wrap(body), callback);
        } else {
            writeInSlices(body);
        }
    }

    /**
     * Takes what a refused request still sends. Where some of it is left, Jetty closes the connection after the answer,
     * and the client, unless the answer says so, sends its next request into the void.
     */
    private boolean requestTakenWhole() {
        try {
            return request.read() < 0 || request.readNBytes(Body.LIMIT).length < Body.LIMIT;
        } catch (IOException e) {
            return false;
        }
    }

    /** The JDK copies all that is left of a heap buffer at every write, however little the socket then takes of it. */
    private void writeInSlices(byte[] body) {
        try (var out = Content.Sink.asOutputStream(response)) {
            for (int at = 0; at < body.length; at += SLICE) {
                out.write(body, at, Math.min(SLICE, body.length - at));
            }
        } catch (IOException e) {
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }
}
