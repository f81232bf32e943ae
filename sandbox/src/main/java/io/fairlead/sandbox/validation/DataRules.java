package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** ConfigMaps and Secrets: keys, size, and the promise not to change. */
final class DataRules implements KindRules.Own {
    private static final int MOST_BYTES = 1024 * 1024;
    private static final Map<String, List<String>> REQUIRED = Map.of(
            "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
            "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
            "kubernetes.io/ssh-auth", List.of("ssh-privatekey"));

    private final boolean secret;

    private DataRules(boolean secret) {
        this.secret = secret;
    }

    static DataRules ofConfigMap() {
        return new DataRules(false);
    }

    static DataRules ofSecret() {
        return new DataRules(true);
    }

    @Override
    public void onCreate(ObjectNode object, FieldErrors errors) {
        JsonNode data = object.path("data");
        JsonNode binary = object.path("binaryData");
        long size = keys(data, FieldPath.of("data"), errors) + keys(binary, FieldPath.of("binaryData"), errors);
        for (var entry : data.properties()) {
            if (binary.has(entry.getKey())) {
                errors.invalid(
                        FieldPath.of("data").key(entry.getKey()),
                        entry.getKey(),
                        "duplicate of key present in binaryData");
            }
        }
        if (size > MOST_BYTES) {
            // The real server has no name for a whole ConfigMap.
            errors.tooLong(FieldPath.of(secret ? "data" : "[]"), MOST_BYTES);
        }
        for (String key : REQUIRED.getOrDefault(object.path("type").asText(), List.of())) {
            if (secret && !data.has(key)) {
                errors.required(FieldPath.of("data").key(key), "");
            }
        }
    }

    private static long keys(JsonNode data, FieldPath path, FieldErrors errors) {
        long size = 0;
        for (var entry : data.properties()) {
            MetadataRules.complain(path.key(entry.getKey()), entry.getKey(), Names.configKey(entry.getKey()), errors);
            size += entry.getValue().asText().length();
        }
        return size;
    }

    @Override
    public void onUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {
        if (secret && !object.path("type").equals(old.path("type"))) {
            errors.invalid(FieldPath.of("type"), object.path("type"), "field is immutable");
        }
        if (old.path("immutable").asBoolean()) {
            if (!object.path("immutable").asBoolean()) {
                errors.forbidden(FieldPath.of("immutable"), "field is immutable when `immutable` is set");
            }
            for (String field : List.of("data", "binaryData")) {
                if (!object.path(field).equals(old.path(field))) {
                    errors.forbidden(FieldPath.of(field), "field is immutable when `immutable` is set");
                }
            }
        }
        onCreate(object, errors);
    }
}
