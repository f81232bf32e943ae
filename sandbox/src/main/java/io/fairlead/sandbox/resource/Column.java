package io.fairlead.sandbox.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** A column of the table that {@code kubectl get} shows. Priority 0 is always shown, others with {@code -o wide}. */
public record Column(String name, String type, String format, String description, int priority, Cell cell) {
    /** Reads a cell's value from an object. */
    @FunctionalInterface
    public interface Cell {
        JsonNode of(ObjectNode object, Instant now);
    }
}
