package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The shape of one value: of a built-in kind (read from OpenAPI) or of a custom resource (a CRD's structural schema).
 *
 * <p>Definitions refer to each other in circles, so the fields are filled in by {@link SchemaReader} after construction
 * and never again.
 */
public final class Schema {
    /** What JSON a value is. {@code ANY} is a value without a declared type. */
    public enum Type {
        OBJECT,
        ARRAY,
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        ANY
    }

    /** How server-side apply merges a list. */
    public enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /** Values of built-in kinds that Go reads and writes in a way of their own. */
    public enum Form {
        PLAIN,
        QUANTITY,
        TIME,
        MICRO_TIME,
        INT_OR_STRING
    }

    /** The limits that a CRD sets on a value. */
    record Limits(
            @Nullable BigDecimal minimum,
            boolean exclusiveMinimum,
            @Nullable BigDecimal maximum,
            boolean exclusiveMaximum,
            @Nullable BigDecimal multipleOf,
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            @Nullable Pattern pattern,
            @Nullable Integer minItems,
            @Nullable Integer maxItems,
            boolean uniqueItems,
            @Nullable Integer minProperties,
            @Nullable Integer maxProperties) {
        static final Limits NONE =
                new Limits(null, false, null, false, null, null, null, null, null, null, false, null, null);
    }

    Type type = Type.ANY;
    Form form = Form.PLAIN;
    String format = "";
    /** The Go type's name, for built-in kinds. */
    String typeName = "";
    /** Whether Go decodes it: wrong types are refused at once, null and zero values vanish. */
    boolean typed;

    boolean omitZero;
    boolean nullable;
    boolean preserveUnknown;
    boolean embeddedResource;
    boolean atomicMap;
    Map<String, Schema> properties = Map.of();
    Set<String> required = Set.of();

    @Nullable
    Schema items;

    @Nullable
    Schema additionalProperties;

    @Nullable
    JsonNode defaultValue;

    List<JsonNode> allowed = List.of();
    ListType listType = ListType.ATOMIC;
    List<String> listMapKeys = List.of();
    boolean mergesByPatch;
    boolean retainsKeysByPatch;
    String patchMergeKey = "";
    Limits limits = Limits.NONE;
    List<SchemaRule> rules = List.of();
    List<Schema> allOf = List.of();
    List<Schema> anyOf = List.of();
    List<Schema> oneOf = List.of();

    @Nullable
    Schema not;

    Schema() {}

    /** A value about which nothing is known: everything in it is kept. */
    public static Schema anything() {
        var schema = new Schema();
        schema.preserveUnknown = true;
        return schema;
    }

    public Type type() {
        return type;
    }

    public Form form() {
        return form;
    }

    public boolean typed() {
        return typed;
    }

    public boolean embeddedResource() {
        return embeddedResource;
    }

    public Map<String, Schema> properties() {
        return properties;
    }

    public Set<String> required() {
        return required;
    }

    public @Nullable Schema items() {
        return items;
    }

    public @Nullable JsonNode defaultValue() {
        return defaultValue;
    }

    public ListType listType() {
        return listType;
    }

    public List<String> listMapKeys() {
        return listMapKeys;
    }

    /** Whether server-side apply treats the map as one value. */
    public boolean atomicMap() {
        return atomicMap;
    }

    /** Whether a strategic merge patch merges the list rather than replace it. */
    public boolean mergesByPatch() {
        return mergesByPatch;
    }

    /** Whether a strategic merge patch may carry {@code $retainKeys} for the object. */
    public boolean retainsKeysByPatch() {
        return retainsKeysByPatch;
    }

    /** The key by which a strategic merge patch matches items; empty for lists of scalars. */
    public String patchMergeKey() {
        return patchMergeKey;
    }

    /** The schema of a field, declared or of a map's values; null when the field is unknown. */
    public @Nullable Schema field(String name) {
        Schema declared = properties.get(name);
        return declared != null ? declared : additionalProperties;
    }

    /** The schema of a field, or of anything where the field is unknown. */
    public Schema fieldOrAnything(String name) {
        Schema field = field(name);
        return field == null ? UNKNOWN : field;
    }

    /** The schema of the items, or of anything for a value that is no declared list. */
    public Schema itemsOrAnything() {
        return items == null ? UNKNOWN : items;
    }

    private static final Schema UNKNOWN = anything();
}
