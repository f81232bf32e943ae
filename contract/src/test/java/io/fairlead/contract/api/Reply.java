package io.fairlead.contract.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What an API server answered, with the checks that most cases make. */
record Reply(int code, List<String> warnings, JsonNode body) {
    /** The answer is an object, and this is the status line that came with it. */
    Reply is(int expected) {
        assertThat(code).as("%s", body).isEqualTo(expected);
        return this;
    }

    /** The answer is a Status with exactly this message. */
    Reply isRefused(int expected, String reason, String message) {
        assertThat(body.path("message").asText()).isEqualTo(message);
        return isRefused(expected, reason);
    }

    /** The answer is a Status of failure, whatever it says in words. */
    Reply isRefused(int expected, String reason) {
        assertThat(body.path("kind").asText()).as("%s", body).isEqualTo("Status");
        assertThat(body.path("status").asText()).isEqualTo("Failure");
        assertThat(body.path("reason").asText()).as("%s", body).isEqualTo(reason);
        assertThat(body.path("code").asInt()).isEqualTo(expected);
        return is(expected);
    }

    /** The answer is 422, and this is what is wrong and where. */
    Reply isInvalid(String field, String message) {
        isRefused(422, "Invalid");
        assertThat(body.at("/details/causes").findValuesAsText("field"))
                .as("%s", body)
                .contains(field);
        assertThat(body.at("/details/causes")
                        .valueStream()
                        .anyMatch(cause -> cause.path("field").asText().equals(field)
                                && cause.path("message").asText().startsWith(message)))
                .as("%s: %s in %s", field, message, body)
                .isTrue();
        return this;
    }

    JsonNode at(String pointer) {
        return body.at(pointer);
    }

    String text(String pointer) {
        return body.at(pointer).asText();
    }

    String version() {
        return text("/metadata/resourceVersion");
    }

    List<String> names() {
        return body.path("items")
                .valueStream()
                .map(item -> item.at("/metadata/name").asText())
                .toList();
    }
}
