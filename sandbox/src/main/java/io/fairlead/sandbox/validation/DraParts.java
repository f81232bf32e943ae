package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fairlead.cel.CelFailure;
import io.fairlead.cel.DeviceSelectors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What several kinds of resource.k8s.io are made of: names of drivers and pools, selectors, configuration. */
final class DraParts {
    static final int MOST_SELECTORS = 32;
    static final int MOST_CONFIGS = 32;
    private static final int DRIVER_LENGTH = 63;
    private static final int POOL_LENGTH = 253;
    private static final int IDENTIFIER_LENGTH = 32;
    private static final int OPAQUE_LENGTH = 10 * 1024;
    private static final int EXPRESSION_LENGTH = 10 * 1024;

    /** With the features that are on by default; keeps what it has compiled. */
    private static final DeviceSelectors SELECTORS = new DeviceSelectors(true, false);

    private DraParts() {}

    static void driver(String driver, FieldPath path, FieldErrors errors) {
        if (driver.isEmpty()) {
            errors.required(path, "");
            return;
        }
        if (driver.length() > DRIVER_LENGTH) {
            errors.tooLong(path, DRIVER_LENGTH);
        }
        MetadataRules.complain(path, driver, Names.subdomain(driver), errors);
    }

    static void pool(String pool, FieldPath path, FieldErrors errors) {
        if (pool.isEmpty()) {
            errors.required(path, "");
            return;
        }
        if (pool.length() > POOL_LENGTH) {
            errors.tooLong(path, POOL_LENGTH);
        }
        for (String part : pool.split("/", -1)) {
            MetadataRules.complain(path, part, Names.subdomain(part), errors);
        }
    }

    static void label(String name, FieldPath path, FieldErrors errors) {
        MetadataRules.complain(path, name, Names.label(name), errors);
    }

    /** The name of an attribute or capacity: a C identifier, after a domain and a slash if it is not the driver's own. */
    static void qualifiedName(String name, FieldPath path, FieldErrors errors) {
        String[] parts = name.split("/", -1);
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                errors.invalid(path, "", "the domain must not be empty");
            } else {
                driver(parts[0], path, errors);
            }
            if (parts[1].isEmpty()) {
                errors.invalid(path, "", "the name must not be empty");
            } else {
                identifier(parts[1], path, errors);
            }
        } else if (parts.length == 1) {
            identifier(name, path, errors);
        }
    }

    static void fullyQualifiedName(String name, FieldPath path, FieldErrors errors) {
        qualifiedName(name, path, errors);
        if (!name.contains("/")) {
            errors.invalid(path, name, "a fully qualified name must be a domain and a name separated by a slash");
        }
    }

    private static void identifier(String name, FieldPath path, FieldErrors errors) {
        if (name.length() > IDENTIFIER_LENGTH) {
            errors.tooLong(path, IDENTIFIER_LENGTH);
        }
        MetadataRules.complain(path, name, Names.cIdentifier(name), errors);
    }

    static void selectors(JsonNode selectors, FieldPath path, FieldErrors errors) {
        items(selectors, MOST_SELECTORS, path, errors, (selector, at) -> {
            JsonNode cel = selector.path("cel");
            if (!cel.isObject()) {
                errors.required(at.child("cel"), "");
            } else {
                expression(cel.path("expression").asText(), at.child("cel").child("expression"), errors);
            }
        });
    }

    private static void expression(String expression, FieldPath path, FieldErrors errors) {
        if (expression.length() > EXPRESSION_LENGTH) {
            errors.tooLong(path, EXPRESSION_LENGTH);
            return;
        }
        try {
            SELECTORS.compile(expression);
        } catch (CelFailure failure) {
            errors.invalid(path, expression, failure.getMessage());
        }
    }

    static void configuration(JsonNode config, FieldPath path, FieldErrors errors) {
        JsonNode opaque = config.path("opaque");
        if (!opaque.isObject()) {
            errors.required(path.child("opaque"), "");
            return;
        }
        driver(opaque.path("driver").asText(), path.child("opaque").child("driver"), errors);
        rawExtension(opaque.path("parameters"), path.child("opaque").child("parameters"), errors);
    }

    static void rawExtension(JsonNode value, FieldPath path, FieldErrors errors) {
        if (value.isMissingNode() || value.isNull()) {
            errors.required(path, "");
        } else if (value.toString().length() > OPAQUE_LENGTH) {
            errors.tooLong(path, OPAQUE_LENGTH);
        } else if (!value.isObject()) {
            errors.invalid(path, "<value omitted>", "must be a valid JSON object");
        }
    }

    /** Checks each item, unless there are too many of them. */
    static boolean items(
            JsonNode list, int most, FieldPath path, FieldErrors errors, BiConsumer<JsonNode, FieldPath> check) {
        if (list.size() > most) {
            errors.tooMany(path, list.size(), most);
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            check.accept(list.get(i), path.index(i));
        }
        return true;
    }

    /** As {@link #items}, and no two may have the same key. */
    static void set(
            JsonNode list,
            int most,
            FieldPath path,
            FieldErrors errors,
            Function<JsonNode, @Nullable JsonNode> key,
            BiConsumer<JsonNode, FieldPath> check) {
        if (!items(list, most, path, errors, check)) {
            return;
        }
        Set<JsonNode> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            JsonNode id = key.apply(list.get(i));
            JsonNode shown = id == null ? TextNode.valueOf("") : id;
            if (!seen.add(shown)) {
                errors.duplicate(path.index(i), shown);
            }
        }
    }

    static void immutable(JsonNode value, JsonNode old, FieldPath path, FieldErrors errors) {
        if (!value.equals(old)) {
            errors.invalid(path, value, "field is immutable");
        }
    }

    /** Which of several fields are set, each in backticks. */
    static List<String> present(JsonNode object, List<String> fields) {
        return fields.stream()
                .filter(field ->
                        object.path(field).isBoolean() ? object.path(field).asBoolean() : object.has(field))
                .map(field -> "`" + field + "`")
                .toList();
    }
}
