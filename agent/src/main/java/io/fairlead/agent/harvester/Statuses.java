package io.fairlead.agent.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.reconcile.Conditions;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the parts of objects that are ours, and nothing when they are as they should be. Everything is a merge patch, so
 * what others wrote stays.
 */
final class Statuses {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final KubernetesSerialization json;

    Statuses(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
        this.json = client.getKubernetesSerialization();
    }

    /** Whether something was written. A field with no value is removed. */
    boolean write(CustomResource<?, ?> object, Map<String, Object> fields, List<Condition> wanted) {
        JsonNode now = status(object);
        List<Condition> after = conditions(now);
        for (Condition condition : wanted) {
            after = Conditions.with(after, condition, clock.instant());
        }
        Map<String, Object> status = new LinkedHashMap<>(fields);
        if (!after.isEmpty()) {
            status.put("conditions", after);
        }
        JsonNode should = json.convertValue(status, JsonNode.class);
        boolean differs = false;
        for (Map.Entry<String, JsonNode> field : should.properties()) {
            JsonNode is = now.path(field.getKey());
            boolean bothEmpty = (is.isMissingNode() || is.isNull()) && isEmpty(field.getValue());
            differs |= !bothEmpty && !is.equals(field.getValue());
        }
        if (differs) {
            client.resource(object).subresource("status").patch(MERGE, json.asJson(Map.of("status", status)));
        }
        return differs;
    }

    /** Changes labels, annotations and the like. */
    void writeMetadata(HasMetadata object, Map<String, Object> metadata) {
        client.resource(object).patch(MERGE, json.asJson(Map.of("metadata", metadata)));
    }

    List<Condition> conditions(CustomResource<?, ?> object) {
        return conditions(status(object));
    }

    private List<Condition> conditions(JsonNode status) {
        JsonNode conditions = status.path("conditions");
        return conditions.isArray() ? List.of(json.convertValue(conditions, Condition[].class)) : List.of();
    }

    private JsonNode status(CustomResource<?, ?> object) {
        Object status = object.getStatus();
        return json.convertValue(status == null ? Map.of() : status, JsonNode.class);
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || (value.isTextual() && value.asText().isEmpty())
                || (value.isContainerNode() && value.isEmpty())
                || (value.isBoolean() && !value.asBoolean());
    }
}
