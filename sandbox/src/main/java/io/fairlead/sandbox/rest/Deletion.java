package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/** The next step in the deletion of an object. Pure: it looks at the object, the options and the time. */
sealed interface Deletion {
    String ORPHAN = "orphan";
    String FOREGROUND = "foregroundDeletion";

    /** Its grace period runs already: nothing to do. */
    record Wait() implements Deletion {}

    /** It must stay for now, marked: finalizers or a grace period hold it. */
    record Mark(ObjectNode marked) implements Deletion {}

    /** It goes now. {@code marked} is what watches see first, or the object itself. */
    record Remove(ObjectNode marked) implements Deletion {}

    static Deletion next(ResourceType type, ObjectNode object, DeleteOptions options, Instant now) {
        ObjectNode marked = Trees.copyWithMetadata(object);
        ObjectNode metadata = (ObjectNode) marked.get("metadata");
        if (!metadata.has("deletionTimestamp") && FirstDeletion.prepares(type)) {
            FirstDeletion.prepare(type, marked, now);
            updateFinalizers(metadata, options.propagation());
            return new Mark(marked);
        }
        boolean graceful = false;
        long grace = 0;
        if (type.has(Trait.GRACEFUL)) {
            long running = metadata.path("deletionGracePeriodSeconds").asLong(0);
            if (!metadata.has("deletionTimestamp")) {
                grace = firstGrace(object, options);
                markGraceful(metadata, now, grace);
                graceful = true;
            } else if (running > 0) {
                if (options.gracePeriod().isEmpty() || options.gracePeriod().getAsLong() >= running) {
                    return new Wait();
                }
                grace = shorten(
                        metadata, running, Math.max(options.gracePeriod().getAsLong(), -1), now);
                graceful = true;
            }
        }
        updateFinalizers(metadata, options.propagation());
        boolean held = !metadata.path("finalizers").isEmpty()
                || !marked.path("spec").path("finalizers").isEmpty();
        if (!graceful && held) {
            markHeld(metadata, now);
        }
        return held || grace > 0 ? new Mark(marked) : new Remove(marked);
    }

    private static long firstGrace(ObjectNode object, DeleteOptions options) {
        long asked = options.gracePeriod()
                .orElse(object.path("spec")
                        .path("terminationGracePeriodSeconds")
                        .asLong(0));
        String phase = object.path("status").path("phase").asText();
        boolean nobodyRunsIt = Trees.text(object.path("spec"), "nodeName").isEmpty()
                || phase.equals("Failed")
                || phase.equals("Succeeded");
        return nobodyRunsIt ? 0 : asked < 0 ? 1 : asked;
    }

    private static void markGraceful(ObjectNode metadata, Instant now, long grace) {
        metadata.put("deletionTimestamp", now.plusSeconds(grace).toString());
        metadata.put("deletionGracePeriodSeconds", grace);
        countGeneration(metadata);
    }

    /** A running grace period can only get shorter, and never ends in the past. */
    private static long shorten(ObjectNode metadata, long running, long asked, Instant now) {
        long grace = asked < 0 ? 1 : asked;
        Instant end = Instant.parse(Trees.text(metadata, "deletionTimestamp"))
                .minusSeconds(running)
                .plusSeconds(grace);
        if (end.isBefore(now)) {
            end = now;
            grace = grace == 0 ? 0 : 1;
        }
        metadata.put("deletionTimestamp", end.toString());
        metadata.put("deletionGracePeriodSeconds", grace);
        return grace;
    }

    private static void markHeld(ObjectNode metadata, Instant now) {
        String stamp = Trees.text(metadata, "deletionTimestamp");
        if (stamp.isEmpty()) {
            countGeneration(metadata);
        }
        if (stamp.isEmpty() || Instant.parse(stamp).isAfter(now)) {
            metadata.put("deletionTimestamp", now.toString());
        }
        metadata.put("deletionGracePeriodSeconds", 0);
    }

    static void countGeneration(ObjectNode metadata) {
        long generation = metadata.path("generation").asLong(0);
        if (generation > 0) {
            metadata.put("generation", generation + 1);
        }
    }

    private static void updateFinalizers(ObjectNode metadata, String propagation) {
        Set<String> finalizers = new LinkedHashSet<>();
        for (JsonNode finalizer : Trees.items(metadata, "finalizers")) {
            finalizers.add(finalizer.asText());
        }
        boolean orphan = propagation.isEmpty() ? finalizers.contains(ORPHAN) : propagation.equals("Orphan");
        boolean foreground = propagation.isEmpty() ? finalizers.contains(FOREGROUND) : propagation.equals("Foreground");
        boolean orphanChanged = keep(finalizers, ORPHAN, orphan);
        boolean foregroundChanged = keep(finalizers, FOREGROUND, foreground);
        if (orphanChanged || foregroundChanged) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            finalizers.forEach(array::add);
            Trees.setOrRemove(metadata, "finalizers", array.isEmpty() ? null : array);
        }
    }

    private static boolean keep(Set<String> finalizers, String finalizer, boolean wanted) {
        return wanted ? finalizers.add(finalizer) : finalizers.remove(finalizer);
    }
}
