package io.fairlead.sandbox.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The discovery documents at {@code /api} and {@code /apis}. */
public final class Discovery {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Registry registry;

    public Discovery(Registry registry) {
        this.registry = registry;
    }

    /** {@code /api}: the versions of the core group. */
    public ObjectNode coreVersions(String address) {
        ObjectNode document = JSON.objectNode().put("kind", "APIVersions");
        document.putArray("versions").add("v1");
        document.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", address);
        return document;
    }

    /** {@code /apis}: all other groups. */
    public ObjectNode groups() {
        ObjectNode document = JSON.objectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = document.putArray("groups");
        versionsByGroup().forEach((name, versions) -> {
            if (!name.isEmpty()) {
                groups.add(group(name, versions));
            }
        });
        return document;
    }

    /** {@code /apis/GROUP}. */
    public Optional<ObjectNode> group(String name) {
        return Optional.ofNullable(versionsByGroup().get(name)).map(versions -> {
            ObjectNode document = JSON.objectNode().put("kind", "APIGroup").put("apiVersion", "v1");
            return document.setAll(group(name, versions));
        });
    }

    /** {@code /api/v1} and {@code /apis/GROUP/VERSION}; empty when nothing is served there. */
    public Optional<ObjectNode> resources(String group, String version) {
        List<ResourceType> types = types(group, version);
        if (types.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode document = JSON.objectNode().put("kind", "APIResourceList");
        if (!group.isEmpty()) {
            document.put("apiVersion", "v1");
        }
        document.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = document.putArray("resources");
        types.forEach(type -> addResource(resources, type));
        return Optional.of(document);
    }

    /** Both levels in one document, for {@code /api} (the core group alone) or {@code /apis} (all others). */
    public ObjectNode aggregated(boolean core) {
        ObjectNode document =
                JSON.objectNode().put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
        document.putObject("metadata");
        ArrayNode items = document.putArray("items");
        versionsByGroup().forEach((group, versions) -> {
            if (group.isEmpty() == core) {
                ObjectNode item = items.addObject();
                ObjectNode metadata = item.putObject("metadata");
                if (!core) {
                    metadata.put("name", group);
                }
                metadata.putNull("creationTimestamp");
                ArrayNode all = item.putArray("versions");
                versions.forEach(version -> addAggregated(all, group, version));
            }
        });
        return document;
    }

    private void addAggregated(ArrayNode versions, String group, String version) {
        ObjectNode entry = versions.addObject().put("version", version);
        ArrayNode resources = entry.putArray("resources");
        for (ResourceType type : types(group, version)) {
            ObjectNode resource =
                    resources.addObject().put("resource", type.names().plural());
            resource.set("responseKind", kind(group, version, type.names().kind()));
            resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster")
                    .put("singularResource", type.names().singular());
            putTexts(resource, "verbs", Subresource.verbs(type));
            putUnlessEmpty(resource, "shortNames", type.names().shortNames());
            putUnlessEmpty(resource, "categories", type.names().categories());
            List<Subresource> subresources = Subresource.of(type);
            if (!subresources.isEmpty()) {
                ArrayNode array = resource.putArray("subresources");
                for (Subresource subresource : subresources) {
                    ObjectNode node = array.addObject().put("subresource", subresource.name());
                    boolean own = !subresource.version().isEmpty();
                    node.set(
                            "responseKind",
                            kind(
                                    own ? subresource.group() : group,
                                    own ? subresource.version() : version,
                                    subresource.kind()));
                    putTexts(node, "verbs", subresource.verbs());
                }
            }
        }
        entry.put("freshness", "Current");
    }

    private static void addResource(ArrayNode resources, ResourceType type) {
        ObjectNode resource = resources
                .addObject()
                .put("name", type.names().plural())
                .put("singularName", type.names().singular())
                .put("namespaced", type.namespaced())
                .put("kind", type.names().kind());
        putTexts(resource, "verbs", Subresource.verbs(type));
        putUnlessEmpty(resource, "shortNames", type.names().shortNames());
        putUnlessEmpty(resource, "categories", type.names().categories());
        for (Subresource subresource : Subresource.of(type)) {
            ObjectNode node = resources
                    .addObject()
                    .put("name", type.names().plural() + "/" + subresource.name())
                    .put("singularName", "")
                    .put("namespaced", type.namespaced());
            if (!subresource.version().isEmpty()) {
                node.put("group", subresource.group()).put("version", subresource.version());
            }
            node.put("kind", subresource.kind());
            putTexts(node, "verbs", subresource.verbs());
        }
    }

    private static ObjectNode group(String name, Collection<String> versions) {
        ObjectNode group = JSON.objectNode().put("name", name);
        ArrayNode array = group.putArray("versions");
        versions.forEach(version -> array.add(groupVersion(name, version)));
        group.set("preferredVersion", groupVersion(name, versions.iterator().next()));
        return group;
    }

    private static ObjectNode groupVersion(String group, String version) {
        return JSON.objectNode().put("groupVersion", group + "/" + version).put("version", version);
    }

    private static ObjectNode kind(String group, String version, String kind) {
        return JSON.objectNode().put("group", group).put("version", version).put("kind", kind);
    }

    private Map<String, List<String>> versionsByGroup() {
        Map<String, List<String>> groups = new TreeMap<>();
        for (ResourceType type : registry.all()) {
            groups.merge(
                    type.names().group(),
                    servedVersions(type),
                    (left, right) -> Stream.concat(left.stream(), right.stream())
                            .distinct()
                            .sorted(VersionOrder.STABLE_FIRST)
                            .toList());
        }
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private static List<String> servedVersions(ResourceType type) {
        return type.versions().stream()
                .filter(ServedVersion::served)
                .map(ServedVersion::name)
                .sorted(VersionOrder.STABLE_FIRST)
                .toList();
    }

    private List<ResourceType> types(String group, String version) {
        return registry.all().stream()
                .filter(type -> type.names().group().equals(group)
                        && type.served(version).isPresent())
                .toList();
    }

    private static void putTexts(ObjectNode node, String field, List<String> texts) {
        ArrayNode array = node.putArray(field);
        texts.forEach(array::add);
    }

    private static void putUnlessEmpty(ObjectNode node, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            putTexts(node, field, texts);
        }
    }
}
