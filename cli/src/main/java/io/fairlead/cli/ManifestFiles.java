package io.fairlead.cli;

import com.fasterxml.jackson.databind.JsonMappingException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.cni.NetworkAttachmentDefinition;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads Kubernetes objects from files or stdin, and says which file, object and field is at fault. */
final class ManifestFiles {
    /** What the API server takes in one request. */
    private static final int MOST_BYTES = 3 << 20;

    /** Aliases can make a small file stand for a huge tree. */
    private static final int MOST_NODES = 500_000;

    private static final int MOST_DEPTH = 100;

    private static final Map<String, Class<? extends HasMetadata>> TYPES = Map.of(
            "kubevirt.io/v1 VirtualMachine", VirtualMachine.class,
            "kubevirt.io/v1 VirtualMachineInstance", VirtualMachineInstance.class,
            "kubevirt.io/v1 KubeVirt", KubeVirt.class,
            "k8s.cni.cncf.io/v1 NetworkAttachmentDefinition", NetworkAttachmentDefinition.class,
            "devices.harvesterhci.io/v1beta1 PCIDevice", PciDevice.class,
            "devices.harvesterhci.io/v1beta1 PCIDeviceClaim", PciDeviceClaim.class);

    /** An object and where it was read. */
    record Manifest(String file, HasMetadata object) {
        String title() {
            var metadata = object.getMetadata();
            String name = metadata == null || metadata.getName() == null ? "without a name" : metadata.getName();
            return object.getKind()
                    + " "
                    + (metadata == null || metadata.getNamespace() == null
                            ? name
                            : metadata.getNamespace() + "/" + name);
        }
    }

    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final InputStream stdin;

    ManifestFiles(InputStream stdin) {
        this.stdin = stdin;
    }

    List<Manifest> read(List<String> files) {
        return files.stream().flatMap(file -> read(file).stream()).toList();
    }

    /** The objects of one file; {@code -} is stdin. */
    List<Manifest> read(String file) {
        List<Manifest> manifests = new ArrayList<>();
        int document = 0;
        for (Object tree : trees(file)) {
            document++;
            if (tree != null) {
                manifests.add(new Manifest(file, object(file + ", document " + document, tree)));
            }
        }
        return manifests;
    }

    private List<Object> trees(String file) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setSchema(new CoreSchema())
                .setCodePointLimit(MOST_BYTES)
                .build();
        List<Object> trees = new ArrayList<>();
        try {
            for (Object tree : new Load(settings).loadAllFromString(text(file))) {
                measure(file, tree, 0, new int[] {0});
                trees.add(tree);
            }
        } catch (MarkedYamlEngineException malformed) {
            String place = malformed
                    .getProblemMark()
                    .map(mark -> ", line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
                    .orElse("");
            throw new Refusal(file + place + ": " + malformed.getProblem(), malformed);
        } catch (YamlEngineException malformed) {
            throw new Refusal(file + ": " + malformed.getMessage(), malformed);
        } catch (StackOverflowError tooDeep) {
            throw new Refusal(file + ": nested too deep to be a manifest", tooDeep);
        }
        return trees;
    }

    private String text(String file) {
        try (InputStream input = file.equals("-") ? stdin : Files.newInputStream(Path.of(file))) {
            byte[] bytes = input.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new Refusal(file + ": more than " + (MOST_BYTES >> 20)
                        + " MiB, which no API server takes; give it in parts");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException missing) {
            throw new Refusal(file + ": there is no such file", missing);
        } catch (IOException unreadable) {
            throw new Refusal(file + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static void measure(String file, @Nullable Object tree, int depth, int[] nodes) {
        if (++nodes[0] > MOST_NODES || depth > MOST_DEPTH) {
            throw new Refusal(file + ": its aliases stand for a tree too large to be a manifest; write it out");
        }
        Stream<?> children = switch (tree) {
            case Map<?, ?> map -> map.values().stream();
            case Collection<?> list -> list.stream();
            case null, default -> Stream.empty();
        };
        children.forEach(child -> measure(file, child, depth + 1, nodes));
    }

    private HasMetadata object(String place, Object tree) {
        if (!(tree instanceof Map<?, ?> fields)
                || !(fields.get("apiVersion") instanceof String version)
                || !(fields.get("kind") instanceof String kind)) {
            throw new Refusal(place + ": a Kubernetes object has an apiVersion and a kind");
        }
        try {
            return serialization.convertValue(
                    tree, TYPES.getOrDefault(version + " " + kind, GenericKubernetesResource.class));
        } catch (IllegalArgumentException wrong) {
            throw new Refusal(place + ", " + kind + ": " + fault(wrong), wrong);
        }
    }

    private static String fault(IllegalArgumentException wrong) {
        if (!(wrong.getCause() instanceof JsonMappingException mapping)) {
            return String.valueOf(wrong.getMessage());
        }
        StringBuilder field = new StringBuilder();
        for (JsonMappingException.Reference step : mapping.getPath()) {
            if (step.getFieldName() == null) {
                field.append('[').append(step.getIndex()).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        String words = mapping.getOriginalMessage().lines().findFirst().orElse("");
        return (field.isEmpty() ? "" : field + ": ") + words;
    }
}
