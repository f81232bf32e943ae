package io.fairlead.contract.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a watch, in the order in which they come. Reading waits for the next one. */
final class Watch implements AutoCloseable {
    private final int code;
    private final InputStream stream;
    private @Nullable MappingIterator<JsonNode> events;

    Watch(HttpResponse<InputStream> response) {
        this.code = response.statusCode();
        this.stream = response.body();
    }

    int code() {
        return code;
    }

    JsonNode next() {
        assertThat(events().hasNext()).as("the watch goes on").isTrue();
        return events().next();
    }

    /** Opened late, because opening waits for the first event. */
    private MappingIterator<JsonNode> events() {
        if (events == null) {
            try {
                events = new ObjectMapper().readerFor(JsonNode.class).readValues(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return events;
    }

    /** The next event as {@code TYPE name}. */
    String nextShown() {
        JsonNode event = next();
        return event.path("type").asText() + " "
                + event.at("/object/metadata/name").asText();
    }

    /** All that comes until the server ends the watch. */
    List<JsonNode> rest() {
        List<JsonNode> rest = new ArrayList<>();
        events().forEachRemaining(rest::add);
        return rest;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
