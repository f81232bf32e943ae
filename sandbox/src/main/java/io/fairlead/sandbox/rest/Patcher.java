package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.patch.JsonPatch;
import io.fairlead.sandbox.patch.MergePatch;
import io.fairlead.sandbox.patch.StrategicMergePatch;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Changes objects by patches of all four kinds. */
public final class Patcher {
    /** How a patch is written. */
    public enum Kind {
        JSON("application/json-patch+json"),
        MERGE("application/merge-patch+json"),
        STRATEGIC("application/strategic-merge-patch+json"),
        APPLY("application/apply-patch+yaml");

        private final String mediaType;

        Kind(String mediaType) {
            this.mediaType = mediaType;
        }
    }

    private static final Subject OPTIONS = new Subject("meta.k8s.io", "PatchOptions", "");

    private final Cluster cluster;
    private final Creator creator;
    private final Updater updater;

    public Patcher(Cluster cluster, Creator creator, Updater updater) {
        this.cluster = cluster;
        this.creator = creator;
        this.updater = updater;
    }

    /** Refuses what the kind of object cannot be patched with: custom resources have no merge keys. */
    public static Kind kind(Call call, String mediaType) {
        List<Kind> kinds = Arrays.stream(Kind.values())
                .filter(kind -> kind != Kind.STRATEGIC || !call.type().has(Trait.CUSTOM))
                .toList();
        return kinds.stream()
                .filter(kind -> kind.mediaType.equals(mediaType))
                .findFirst()
                .orElseThrow(() -> StatusException.of(
                        415,
                        "UnsupportedMediaType",
                        kinds.stream()
                                .map(kind -> kind.mediaType)
                                .collect(Collectors.joining(
                                        ", ",
                                        "the body of the request was in an unknown format - accepted media types"
                                                + " include: ",
                                        ""))));
    }

    public Answer patch(Call call, Kind kind, JsonNode patch, List<String> duplicates) {
        checkOptions(call, kind);
        if (kind == Kind.APPLY) {
            return apply(call, patch, duplicates);
        }
        return updater.change(call, old -> {
            ObjectNode patched = switch (kind) {
                case JSON -> JsonPatch.apply(patch, old);
                case STRATEGIC -> StrategicMergePatch.apply(call.version().schema(), patch, old);
                case MERGE, APPLY -> MergePatch.apply(patch, old);
            };
            ObjectNode wanted = Intake.decode(call, patched, duplicates);
            Updater.checkNames(call, wanted);
            return Ownership.onUpdate(call, old, wanted, cluster.now());
        });
    }

    private Answer apply(Call call, JsonNode patch, List<String> duplicates) {
        if (!(patch instanceof ObjectNode config)) {
            throw StatusException.badRequest("error decoding YAML: not an object");
        }
        boolean force = call.query().on("force");
        if (updater.current(call).isEmpty()) {
            if (call.toStatus()) {
                throw call.notFound();
            }
            ObjectNode applied = Ownership.onApply(call, null, config, force, cluster.now());
            if (!Trees.meta(config, "uid").isEmpty()) {
                throw StatusException.conflict(
                        call.subject(),
                        "uid mismatch: the provided object specified uid " + Trees.meta(config, "uid")
                                + ", and no existing object was found");
            }
            ObjectNode wanted = Intake.decode(call, applied, duplicates);
            Updater.checkNames(call, wanted);
            return creator.createManaged(call, wanted);
        }
        return updater.change(call, old -> {
            ObjectNode applied = Ownership.onApply(call, old, config, force, cluster.now());
            ObjectNode wanted = Intake.decode(call, applied, duplicates);
            Updater.checkNames(call, wanted);
            return wanted;
        });
    }

    private static void checkOptions(Call call, Kind kind) {
        List<Cause> causes = new ArrayList<>();
        if (kind == Kind.APPLY && call.query().text("fieldManager").isEmpty()) {
            causes.add(new Cause("FieldValueRequired", "Required value: is required for apply patch", "fieldManager"));
        }
        if (kind != Kind.APPLY && call.query().has("force")) {
            causes.add(
                    new Cause("FieldValueForbidden", "Forbidden: may not be specified for non-apply patch", "force"));
        }
        if (!causes.isEmpty()) {
            throw StatusException.invalid(OPTIONS, causes);
        }
    }
}
