package io.fairlead.sandbox.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stored object at one resource version.
 *
 * <p>Its JSON is kept without kind and apiVersion, because lists leave these out and every served version has its own:
 * one serialization then answers get, list and watch of all versions.
 */
public final class Stored {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String type;
    private final String key;
    private final long version;
    private final ObjectNode tree;
    private volatile byte @Nullable [] tail;

    Stored(String type, String key, long version, ObjectNode tree) {
        this.type = type;
        this.key = key;
        this.version = version;
        this.tree = tree;
    }

    /** An object that was not stored, for the answer to a dry run. */
    public static Stored unsaved(String type, String namespace, String name, ObjectNode tree) {
        return new Stored(type, key(namespace, name), 0, tree);
    }

    /** The id of the {@link io.fairlead.sandbox.resource.ResourceType}. */
    public String type() {
        return type;
    }

    /** {@code namespace/name}, with an empty namespace for cluster-scoped objects. */
    public String key() {
        return key;
    }

    public long version() {
        return version;
    }

    /** The whole object. Shared: never change it. */
    public ObjectNode tree() {
        return tree;
    }

    public String namespace() {
        return key.substring(0, key.indexOf('/'));
    }

    public String name() {
        return key.substring(key.indexOf('/') + 1);
    }

    public String uid() {
        return Trees.meta(tree, "uid");
    }

    /** The JSON after <code>{"kind":…,"apiVersion":…,</code>, with the closing brace. */
    public byte[] tail() {
        byte[] bytes = tail;
        if (bytes == null) {
            bytes = serializeTail(tree);
            tail = bytes;
        }
        return bytes;
    }

    private static byte[] serializeTail(ObjectNode tree) {
        ObjectNode rest = Trees.copy(tree).without(List.of("kind", "apiVersion"));
        try {
            byte[] object = MAPPER.writeValueAsBytes(rest);
            return Arrays.copyOfRange(object, 1, object.length);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String key(String namespace, String name) {
        return namespace + "/" + name;
    }
}
