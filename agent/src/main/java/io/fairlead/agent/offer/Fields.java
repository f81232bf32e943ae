package io.fairlead.agent.offer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The fields of an object that somebody wrote, read strictly: a wrong type, a wrong value or a field that nobody reads is
 * an {@link IllegalArgumentException} whose message begins with the field's path.
 */
public final class Fields {
    private final String path;
    private final JsonNode object;
    private final Set<String> known = new LinkedHashSet<>();

    private Fields(String path, JsonNode object) {
        if (!object.isObject()) {
            throw wrong(path, "must be an object, not " + kind(object));
        }
        this.path = path;
        this.object = object;
    }

    /** {@code path} is what messages call the object; empty for the whole document. */
    public static Fields of(String path, JsonNode object) {
        return new Fields(path, object);
    }

    public Optional<String> text(String name) {
        return field(name).map(value -> text(path(name), value));
    }

    /** A text that has to mean something. */
    public <T> Optional<T> text(String name, Function<String, T> parse) {
        return text(name).map(value -> parsed(path(name), value, parse));
    }

    public Optional<Boolean> flag(String name) {
        return field(name).map(value -> {
            if (!value.isBoolean()) {
                throw wrong(path(name), "must be true or false, not " + kind(value));
            }
            return value.booleanValue();
        });
    }

    public Optional<Integer> number(String name, int least, int most) {
        return field(name).map(value -> {
            if (!value.isIntegralNumber()
                    || !value.canConvertToInt()
                    || value.intValue() < least
                    || value.intValue() > most) {
                throw wrong(path(name), "must be a whole number from %d to %d, not %s".formatted(least, most, value));
            }
            return value.intValue();
        });
    }

    /** A list of texts that have to mean something; empty if it is not there. */
    public <T> List<T> texts(String name, Function<String, T> parse) {
        List<T> values = new ArrayList<>();
        List<JsonNode> elements = elements(name);
        for (int i = 0; i < elements.size(); i++) {
            String at = "%s[%d]".formatted(path(name), i);
            values.add(parsed(at, text(at, elements.get(i)), parse));
        }
        return values;
    }

    /** A list of objects; empty if it is not there. */
    public List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        List<JsonNode> elements = elements(name);
        for (int i = 0; i < elements.size(); i++) {
            objects.add(new Fields("%s[%d]".formatted(path(name), i), elements.get(i)));
        }
        return objects;
    }

    public Optional<Fields> object(String name) {
        return field(name).map(value -> new Fields(path(name), value));
    }

    /** One of these words. */
    public <E extends Enum<E>> Optional<E> word(String name, Class<E> words) {
        return text(name)
                .map(value -> Arrays.stream(words.getEnumConstants())
                        .filter(word -> word.toString().equals(value))
                        .findFirst()
                        .orElseThrow(() -> wrong(
                                path(name),
                                "\"%s\" must be one of %s"
                                        .formatted(value, Arrays.toString(words.getEnumConstants())))));
    }

    /** Says no to fields that were never asked for. */
    public void end() {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw wrong(path(name), "is not known; known are " + String.join(", ", known));
            }
        });
    }

    /** What is wrong with this object as a whole. */
    public IllegalArgumentException wrong(String words) {
        return wrong(path, words);
    }

    private List<JsonNode> elements(String name) {
        return field(name)
                .map(value -> {
                    if (!value.isArray()) {
                        throw wrong(path(name), "must be a list, not " + kind(value));
                    }
                    List<JsonNode> all = new ArrayList<>();
                    value.forEach(all::add);
                    return all;
                })
                .orElse(List.of());
    }

    private Optional<JsonNode> field(String name) {
        known.add(name);
        // YAML has an empty text where nothing stands behind a name.
        return Optional.ofNullable(object.get(name))
                .filter(value -> !value.isNull()
                        && !(value.isTextual() && value.textValue().isEmpty()));
    }

    private String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String text(String path, JsonNode value) {
        if (!value.isTextual()) {
            throw wrong(path, "must be a text in quotes, not " + value);
        }
        return value.textValue();
    }

    private static <T> T parsed(String path, String value, Function<String, T> parse) {
        try {
            return parse.apply(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    private static String kind(JsonNode value) {
        return value.getNodeType().toString().toLowerCase(Locale.ROOT);
    }

    private static IllegalArgumentException wrong(String path, String words) {
        return new IllegalArgumentException(path.isEmpty() ? words : path + ": " + words);
    }
}
