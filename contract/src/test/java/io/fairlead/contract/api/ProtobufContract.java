package io.fairlead.contract.api;

import static io.fairlead.contract.api.ProtobufBody.message;
import static io.fairlead.contract.api.ProtobufBody.nested;
import static io.fairlead.contract.api.ProtobufBody.number;
import static io.fairlead.contract.api.ProtobufBody.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** Bodies as Go clients send them unless they are told otherwise. */
interface ProtobufContract extends Contract {
    @Test
    default void aConfigMapIsCreatedFromProtobuf() {
        Reply created = api().send("POST", core("configmaps"), configMap("packed", "colour", "blue"));

        created.is(201);
        Reply stored = api().get(core("configmaps/packed")).is(200);
        assertThat(stored.text("/data/colour")).isEqualTo("blue");
        // Go sends the empty strings of its structs too, and they mean nothing.
        assertThat(stored.at("/metadata/generateName").isMissingNode()).isTrue();
    }

    @Test
    default void protobufForAnObjectThatIsThereConflicts() {
        configMap("packed", "{}");
        api().send("POST", core("configmaps"), configMap("packed", "colour", "blue"))
                .isRefused(409, "AlreadyExists", "configmaps \"packed\" already exists");
    }

    @Test
    default void anObjectIsReplacedFromProtobuf() {
        configMap("packed", "{colour: red}");
        api().send("PUT", core("configmaps/packed"), configMap("packed", "colour", "blue"))
                .is(200);
        assertThat(api().get(core("configmaps/packed")).text("/data/colour")).isEqualTo("blue");
    }

    @Test
    default void anObjectIsDeletedByOptionsInProtobuf() {
        configMap("packed", "{}");
        ProtobufBody other = ProtobufBody.of(
                "v1",
                "DeleteOptions",
                message()
                        .addField(
                                2, nested(message().addField(1, text("another")).build()))
                        .build());
        api().send("DELETE", core("configmaps/packed"), other).isRefused(409, "Conflict");
        ProtobufBody now = ProtobufBody.of(
                "v1", "DeleteOptions", message().addField(1, number(0)).build());
        api().send("DELETE", core("configmaps/packed"), now).is(200);
        api().get(core("configmaps/packed")).is(404);
    }

    @Test
    default void bytesWithoutThePrefixAreNoProtobuf() {
        Reply refused = api().send("POST", core("configmaps"), new ProtobufBody(ByteString.copyFromUtf8("{}")));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message"))
                .startsWith("the object provided is unrecognized (must be of type ConfigMap): provided data does not"
                        + " appear to be a protobuf message, expected prefix [107 56 115 0]");
    }

    @Test
    default void aMessageThatEndsTooEarlyIsRefused() {
        ByteString whole = configMap("packed", "colour", "blue").content();
        Reply refused = api().send("POST", core("configmaps"), new ProtobufBody(whole.substring(0, whole.size() - 3)));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message"))
                .startsWith(
                        "the object provided is unrecognized (must be of type ConfigMap): unexpected EOF (6b387300");
    }

    @Test
    default void anotherKindThanThePathsIsRefused() {
        api().send("POST", core("secrets"), configMap("packed", "colour", "blue"))
                .isRefused(
                        400,
                        "BadRequest",
                        "ConfigMap in version \"v1\" cannot be handled as a Secret: converting (v1.ConfigMap) to"
                                + " (core.Secret): unknown conversion");
    }

    private static ProtobufBody configMap(String name, String key, String value) {
        var metadata = message()
                .addField(1, text(name))
                .addField(2, text(""))
                .addField(3, text(""))
                .build();
        var entry = message().addField(1, text(key)).addField(2, text(value)).build();
        return ProtobufBody.of(
                "v1",
                "ConfigMap",
                message()
                        .addField(1, nested(metadata))
                        .addField(2, nested(entry))
                        .build());
    }
}
