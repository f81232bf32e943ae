package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.cli.ManifestFiles.Manifest;
import io.fairlead.machine.ClusterConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cluster's configuration: from a file of its own, from among the manifests, or none. */
final class ConfigFile {
    private ConfigFile() {}

    static ClusterConfig read(ManifestFiles reader, @Nullable String file, List<Manifest> manifests) {
        List<KubeVirt> found = objects(file == null ? manifests : reader.read(file), KubeVirt.class);
        if (file != null && found.isEmpty()) {
            throw new Refusal(file + ": has no KubeVirt object");
        }
        if (found.size() > 1) {
            throw new Refusal("there are " + found.size() + " KubeVirt objects; a cluster has one");
        }
        return found.isEmpty() ? ClusterConfig.DEFAULT : ClusterConfig.of(found.getFirst());
    }

    static <T extends HasMetadata> List<T> objects(List<Manifest> manifests, Class<T> type) {
        return manifests.stream()
                .map(Manifest::object)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
