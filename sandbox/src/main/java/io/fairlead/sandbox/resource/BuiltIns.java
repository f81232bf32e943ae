package io.fairlead.sandbox.resource;

import static io.fairlead.sandbox.resource.Trait.CREATE_ON_UPDATE;
import static io.fairlead.sandbox.resource.Trait.GRACEFUL;
import static io.fairlead.sandbox.resource.Trait.NEEDS_VERSION;
import static io.fairlead.sandbox.resource.Trait.RETURNS_DELETED;
import static io.fairlead.sandbox.resource.Trait.STATUS;
import static io.fairlead.sandbox.resource.Trait.STATUS_KEEPS_METADATA;

import io.fairlead.sandbox.schema.BuiltInSchemas;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The kinds that the server has from the start. */
public final class BuiltIns {
    public static final String PODS = "pods";
    public static final String NAMESPACES = "namespaces";
    public static final String NODES = "nodes";
    public static final String EVENTS = "events";
    public static final String CRDS = "customresourcedefinitions.apiextensions.k8s.io";

    private static final String RESOURCE = "resource.k8s.io";

    private final BuiltInSchemas schemas;

    private final Function<String, List<Column>> columns;

    private BuiltIns(BuiltInSchemas schemas, Function<String, List<Column>> columns) {
        this.schemas = schemas;
        this.columns = columns;
    }

    /** @param columns the table of a kind */
    public static List<ResourceType> all(BuiltInSchemas schemas, Function<String, List<Column>> columns) {
        return new BuiltIns(schemas, columns).all();
    }

    private List<ResourceType> all() {
        return List.of(
                cluster(
                        Names.of("", "Namespace", NAMESPACES, "ns"),
                        behaviour(Generation.NONE, STATUS, RETURNS_DELETED)
                                .selectableBy(Map.of("status.phase", FieldLabel.at("status.phase")))),
                cluster(
                        Names.of("", "Node", NODES, "no"),
                        behaviour(Generation.NONE, STATUS)
                                .selectableBy(
                                        Map.of("spec.unschedulable", FieldLabel.at("spec.unschedulable", "false")))),
                namespaced(
                        Names.of("", "Pod", PODS, "po").in("all"),
                        behaviour(Generation.SPEC, STATUS, RETURNS_DELETED, GRACEFUL)
                                .selectableBy(podLabels())),
                namespaced(
                        Names.of("", "Event", EVENTS, "ev"),
                        behaviour(Generation.NONE, CREATE_ON_UPDATE).selectableBy(eventLabels())),
                namespaced(
                        Names.of("", "Secret", "secrets"),
                        behaviour(Generation.NONE).selectableBy(Map.of("type", FieldLabel.at("type")))),
                namespaced(Names.of("", "ConfigMap", "configmaps", "cm"), behaviour(Generation.NONE)),
                namespaced(
                        Names.of("", "Service", "services", "svc").in("all"),
                        behaviour(Generation.NONE, STATUS, CREATE_ON_UPDATE, RETURNS_DELETED)
                                .selectableBy(paths("spec.clusterIP", "spec.type"))),
                namespaced(
                        Names.of("", "ServiceAccount", "serviceaccounts", "sa"),
                        behaviour(Generation.NONE, RETURNS_DELETED)),
                namespaced(
                        Names.of("coordination.k8s.io", "Lease", "leases"),
                        behaviour(Generation.NONE, CREATE_ON_UPDATE, NEEDS_VERSION)),
                cluster(
                        Names.of(RESOURCE, "DeviceClass", "deviceclasses"),
                        behaviour(Generation.SPEC, RETURNS_DELETED)),
                namespaced(
                        Names.of(RESOURCE, "ResourceClaim", "resourceclaims"),
                        behaviour(Generation.NONE, STATUS, STATUS_KEEPS_METADATA, RETURNS_DELETED)),
                namespaced(
                        Names.of(RESOURCE, "ResourceClaimTemplate", "resourceclaimtemplates"),
                        behaviour(Generation.NONE, RETURNS_DELETED)),
                cluster(
                        Names.of(RESOURCE, "ResourceSlice", "resourceslices"),
                        behaviour(Generation.SPEC, RETURNS_DELETED)
                                .selectableBy(paths("spec.nodeName", "spec.driver"))),
                cluster(
                        Names.of(
                                        "apiextensions.k8s.io",
                                        "CustomResourceDefinition",
                                        "customresourcedefinitions",
                                        "crd",
                                        "crds")
                                .in("api-extensions"),
                        behaviour(Generation.SPEC, STATUS, STATUS_KEEPS_METADATA, NEEDS_VERSION)));
    }

    private static Map<String, FieldLabel> podLabels() {
        Map<String, FieldLabel> labels = paths(
                "spec.nodeName",
                "spec.restartPolicy",
                "spec.schedulerName",
                "spec.serviceAccountName",
                "status.phase",
                "status.podIP",
                "status.nominatedNodeName");
        labels.put("spec.hostNetwork", FieldLabel.at("spec.hostNetwork", "false"));
        return labels;
    }

    private static Map<String, FieldLabel> eventLabels() {
        Map<String, FieldLabel> labels = paths(
                "involvedObject.kind",
                "involvedObject.namespace",
                "involvedObject.name",
                "involvedObject.uid",
                "involvedObject.apiVersion",
                "involvedObject.resourceVersion",
                "involvedObject.fieldPath",
                "reason",
                "reportingComponent",
                "type");
        FieldLabel source = FieldLabel.at("source.component");
        FieldLabel reporting = FieldLabel.at("reportingComponent");
        labels.put("source", event -> source.of(event).isEmpty() ? reporting.of(event) : source.of(event));
        return labels;
    }

    private static Map<String, FieldLabel> paths(String... paths) {
        Map<String, FieldLabel> labels = new LinkedHashMap<>();
        for (String path : paths) {
            labels.put(path, FieldLabel.at(path));
        }
        return labels;
    }

    private static Behaviour behaviour(Generation generation, Trait... traits) {
        return new Behaviour(Set.of(traits), generation, Map.of());
    }

    private ResourceType namespaced(Names names, Behaviour behaviour) {
        return new ResourceType(names, true, versions(names), "v1", behaviour);
    }

    private ResourceType cluster(Names names, Behaviour behaviour) {
        return new ResourceType(names, false, versions(names), "v1", behaviour);
    }

    private List<ServedVersion> versions(Names names) {
        return List.of(ServedVersion.of(
                names, "v1", true, schemas.of(names.group(), "v1", names.kind()), columns.apply(names.kind())));
    }
}
