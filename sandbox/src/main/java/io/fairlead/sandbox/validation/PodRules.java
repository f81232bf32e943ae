package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Pods: their containers, volumes and claims, and the little of them that may change. */
final class PodRules implements KindRules.Own {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final String FROZEN = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing "
            + "tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

    @Override
    public void onCreate(ObjectNode pod, FieldErrors errors) {
        JsonNode spec = pod.path("spec");
        Set<String> volumes = names(spec.path("volumes"), SPEC.child("volumes"), errors);
        Set<String> claims = claims(spec, errors);
        var containers = new ContainerRules(volumes, claims, errors);
        if (spec.path("containers").isEmpty()) {
            errors.required(SPEC.child("containers"), "");
        }
        containers.check(spec.path("containers"), SPEC.child("containers"));
        containers.check(spec.path("initContainers"), SPEC.child("initContainers"));
        oneOf(spec, "restartPolicy", List.of("Always", "OnFailure", "Never"), errors);
        oneOf(spec, "dnsPolicy", List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"), errors);
        String node = spec.path("nodeName").asText();
        if (!node.isEmpty()) {
            MetadataRules.complain(SPEC.child("nodeName"), node, Names.subdomain(node), errors);
        }
    }

    @Override
    public void onUpdate(ObjectNode pod, ObjectNode old, FieldErrors errors) {
        JsonNode before = old.path("spec");
        JsonNode after = pod.path("spec");
        if (after.equals(before)) {
            return;
        }
        int sizeBefore = errors.causes().size();
        onCreate(pod, errors);
        if (errors.causes().size() == sizeBefore && !thawed(after, before).equals(before)) {
            errors.forbidden(SPEC, FROZEN);
        }
    }

    /** The new spec with the old values where a change is allowed. */
    private static JsonNode thawed(JsonNode after, JsonNode before) {
        if (!(after.deepCopy() instanceof ObjectNode spec)) {
            return after;
        }
        for (String list : List.of("containers", "initContainers")) {
            JsonNode now = spec.path(list);
            JsonNode then = before.path(list);
            for (int i = 0; i < now.size() && i < then.size(); i++) {
                ((ObjectNode) now.get(i)).set("image", then.get(i).path("image"));
            }
        }
        copyOrRemove(spec, before, "activeDeadlineSeconds");
        // Gates may be taken away, and while there are some the rest of scheduling may be narrowed.
        if (before.path("schedulingGates").size() > spec.path("schedulingGates").size()) {
            copyOrRemove(spec, before, "schedulingGates");
        }
        if (startsWith(spec.path("tolerations"), before.path("tolerations"))) {
            copyOrRemove(spec, before, "tolerations");
        }
        return spec;
    }

    private static void copyOrRemove(ObjectNode spec, JsonNode before, String field) {
        if (before.has(field)) {
            spec.set(field, before.path(field));
        } else {
            spec.remove(field);
        }
    }

    private static boolean startsWith(JsonNode list, JsonNode beginning) {
        Set<JsonNode> all = new HashSet<>();
        list.forEach(all::add);
        return beginning.valueStream().allMatch(all::contains);
    }

    private static Set<String> claims(JsonNode spec, FieldErrors errors) {
        FieldPath path = SPEC.child("resourceClaims");
        JsonNode claims = spec.path("resourceClaims");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            JsonNode claim = claims.get(i);
            String name = claim.path("name").asText();
            if (!seen.add(name)) {
                errors.duplicate(path.index(i).child("name"), claim.path("name"));
            } else {
                name(path.index(i).child("name"), name, errors);
            }
            boolean named = claim.has("resourceClaimName");
            boolean template = claim.has("resourceClaimTemplateName");
            if (named && template) {
                errors.invalid(
                        path.index(i),
                        claim,
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            } else if (!named && !template) {
                errors.invalid(
                        path.index(i), claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
        }
        return seen;
    }

    /** Checks the names of a list's items, and that no two are the same. */
    static Set<String> names(JsonNode list, FieldPath path, FieldErrors errors) {
        Set<String> seen = new HashSet<>();
        if (list instanceof ArrayNode) {
            for (int i = 0; i < list.size(); i++) {
                JsonNode name = list.get(i).path("name");
                if (name(path.index(i).child("name"), name.asText(), errors) && !seen.add(name.asText())) {
                    errors.duplicate(path.index(i).child("name"), name);
                }
            }
        }
        return seen;
    }

    static boolean name(FieldPath path, String name, FieldErrors errors) {
        if (name.isEmpty()) {
            errors.required(path, "");
            return false;
        }
        List<String> complaints = Names.label(name);
        MetadataRules.complain(path, name, complaints, errors);
        return complaints.isEmpty();
    }

    private static void oneOf(JsonNode spec, String field, List<String> values, FieldErrors errors) {
        String value = spec.path(field).asText();
        if (value.isEmpty()) {
            errors.required(SPEC.child(field), "");
        } else if (!values.contains(value)) {
            errors.unsupported(SPEC.child(field), value, values);
        }
    }
}
