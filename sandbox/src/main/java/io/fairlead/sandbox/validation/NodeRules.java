package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Nodes: their taints. The real server reports them under metadata, and so does this one. */
final class NodeRules implements KindRules.Own {
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    @Override
    public void onCreate(ObjectNode node, FieldErrors errors) {
        FieldPath path = FieldPath.of("metadata", "taints");
        JsonNode taints = node.path("spec").path("taints");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonNode taint = taints.get(i);
            String key = taint.path("key").asText();
            String effect = taint.path("effect").asText();
            MetadataRules.complain(path.index(i).child("key"), key, Names.qualified(key), errors);
            if (effect.isEmpty()) {
                errors.required(path.index(i).child("effect"), "");
            } else if (!EFFECTS.contains(effect)) {
                errors.unsupported(path.index(i).child("effect"), effect, EFFECTS);
            } else if (!seen.add(key + "\n" + effect)) {
                errors.duplicate(path.index(i), taint);
            }
        }
    }

    @Override
    public void onUpdate(ObjectNode node, ObjectNode old, FieldErrors errors) {
        onCreate(node, errors);
    }
}
