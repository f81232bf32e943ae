package io.fairlead.contract.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Plain HTTP to an API server, so that what is compared is what goes over the wire. */
final class Api implements AutoCloseable {
    static final String JSON_PATCH = "application/json-patch+json";
    static final String MERGE_PATCH = "application/merge-patch+json";
    static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";
    static final String APPLY_PATCH = "application/apply-patch+yaml";

    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private final URI url;
    private final HttpClient http;

    Api(URI url, @Nullable SSLContext tls) {
        this.url = url;
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        this.http = (tls == null ? builder : builder.sslContext(tls)).build();
    }

    Reply get(String path) {
        return send("GET", path, "", "");
    }

    Reply get(String path, String accept) {
        return reply(exchange(request("GET", path).header("Accept", accept).build()));
    }

    /** An object as a Go client gets it. */
    byte[] protobuf(String path) {
        HttpRequest request = request("GET", path).header("Accept", PROTOBUF).build();
        return exchange(request, BodyHandlers.ofByteArray()).body();
    }

    /** The object is written as YAML because that reads best, and sent as JSON. */
    Reply post(String path, String yaml) {
        return send("POST", path, "application/json", json(yaml).toString());
    }

    Reply put(String path, JsonNode object) {
        return send("PUT", path, "application/json", object.toString());
    }

    Reply patch(String path, String type, String yaml) {
        return send("PATCH", path, type, json(yaml).toString());
    }

    Reply apply(String path, String manager, String yaml) {
        return patch(path + (path.contains("?") ? "&" : "?") + "fieldManager=" + manager, APPLY_PATCH, yaml);
    }

    Reply delete(String path) {
        return send("DELETE", path, "", "");
    }

    Reply delete(String path, String yamlOptions) {
        return send("DELETE", path, "application/json", json(yamlOptions).toString());
    }

    /** Exactly this body, which may be no JSON at all. */
    Reply send(String method, String path, String contentType, String body) {
        HttpRequest.Builder request = request(method, path);
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        request.method(method, contentType.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return reply(exchange(request.build()));
    }

    /** A message in the envelope that all protobuf of Kubernetes comes in. */
    Reply send(String method, String path, ProtobufBody body) {
        return reply(exchange(request(method, path)
                .header("Content-Type", PROTOBUF)
                .header("Accept", "application/json")
                .method(method, BodyPublishers.ofByteArray(body.content().toByteArray()))
                .build()));
    }

    /** Opens a watch; events are read from it one by one. The server ends it, so that a case never waits for good. */
    Watch watch(String path) {
        String bounded = path.contains("timeoutSeconds") ? path : path + "&timeoutSeconds=60";
        try {
            HttpRequest request = request("GET", bounded).build();
            return new Watch(http.send(request, BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static JsonNode json(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException("not YAML: " + yaml, e);
        }
    }

    private HttpRequest.Builder request(String method, String path) {
        return HttpRequest.newBuilder(url.resolve(path.replace(" ", "%20")))
                .header("User-Agent", "contract/1")
                .method(method, BodyPublishers.noBody());
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        return exchange(request, BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.uri(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static Reply reply(HttpResponse<String> response) {
        JsonNode body;
        try {
            body = JSON.readTree(response.body());
        } catch (IOException e) {
            // Some answers are plain text, and cases that care about them look at the code alone.
            body = MissingNode.getInstance();
        }
        return new Reply(response.statusCode(), response.headers().allValues("Warning"), body);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }

    @Override
    public void close() {
        http.close();
    }
}
