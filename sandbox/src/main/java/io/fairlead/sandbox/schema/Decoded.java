package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An object as the server keeps it, and the fields that it did not know and dropped.
 *
 * @param unknownFields paths such as {@code spec.containers[0].foo}, in the order that the real server reports them
 */
public record Decoded(ObjectNode object, List<String> unknownFields) {}
