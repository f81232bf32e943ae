package io.fairlead.sandbox.protobuf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which field of which message has which number. */
final class Messages {
    /** How often a field can be there. */
    enum Form {
        ONE,
        LIST,
        MAP
    }

    /**
     * A field of a message.
     *
     * @param name in JSON; empty where the fields of this message stand among those of the one around it
     * @param type {@code string}, {@code bytes}, {@code int}, {@code bool} or the name of a message
     */
    record Field(String name, String type, Form form) {}

    private static final String META = "apimachinery.pkg.apis.meta.v1.";

    // Read when the first protobuf comes, because most servers never see any.
    private static final class Table {
        static final Map<String, Map<Integer, Field>> BY_NAME = read();
    }

    private Messages() {}

    static Map<Integer, Field> of(String message) {
        return Table.BY_NAME.getOrDefault(message, Map.of());
    }

    /** The message of a kind; null where we know none. */
    static @Nullable String name(String apiVersion, String kind) {
        if (kind.equals("DeleteOptions")) {
            return META + kind;
        }
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "core" : apiVersion.substring(0, slash).replaceFirst("\\..*", "");
        String name = "api." + group + "." + apiVersion.substring(slash + 1) + "." + kind;
        return Table.BY_NAME.containsKey(name) ? name : null;
    }

    private static Map<String, Map<Integer, Field>> read() {
        Map<String, Map<Integer, Field>> messages = new HashMap<>();
        try (var lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Messages.class.getResourceAsStream("messages.txt")), StandardCharsets.UTF_8))) {
            lines.lines().map(line -> line.split(" ")).forEach(words -> {
                Map<Integer, Field> fields = new HashMap<>();
                for (int i = 1; i < words.length; i++) {
                    String[] parts = words[i].split(":");
                    fields.put(Integer.valueOf(parts[0]), field(parts[1], parts[2]));
                }
                messages.put(words[0], fields);
            });
        } catch (IOException e) {
            throw new UncheckedIOException("messages.txt", e);
        }
        return messages;
    }

    private static Field field(String name, String type) {
        if (type.endsWith("[]")) {
            return new Field(name, type.substring(0, type.length() - 2), Form.LIST);
        }
        return type.endsWith("{}")
                ? new Field(name, type.substring(0, type.length() - 2), Form.MAP)
                : new Field(name, type, Form.ONE);
    }
}
