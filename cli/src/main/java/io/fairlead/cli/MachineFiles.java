package io.fairlead.cli;

import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.cli.ManifestFiles.Manifest;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Instances;
import io.fairlead.machine.UnrenderableException;
import io.fairlead.machine.admission.Admission;
import io.fairlead.machine.admission.Cause;
import io.fairlead.machine.admission.Causes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that tell which machines to render under which configuration. */
final class MachineFiles {
    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description = "Files with VirtualMachine or VirtualMachineInstance objects; - is stdin.")
    private List<String> files = List.of();

    @Option(names = "--config", paramLabel = "FILE", description = "File with the KubeVirt object.")
    private @Nullable String config;

    /** What was read: the machines, all objects, and the configuration. */
    record Read(List<VirtualMachineInstance> machines, List<Manifest> manifests, ClusterConfig config) {
        /** Renders each machine; one that cannot be rendered ends the command. */
        <T> List<T> render(Function<VirtualMachineInstance, T> renderer) {
            List<T> rendered = new ArrayList<>();
            for (VirtualMachineInstance machine : machines) {
                try {
                    rendered.add(renderer.apply(machine));
                } catch (UnrenderableException unrenderable) {
                    throw new Refusal(machine.getMetadata().getName() + ": " + unrenderable.getMessage(), unrenderable);
                }
            }
            return rendered;
        }
    }

    Read read() {
        ManifestFiles reader = new ManifestFiles(System.in);
        List<Manifest> manifests = reader.read(files);
        ClusterConfig cluster = ConfigFile.read(reader, config, manifests);
        Admission admission = new Admission(cluster, Optional.empty());
        List<VirtualMachineInstance> machines = new ArrayList<>();
        for (Manifest manifest : manifests) {
            if (manifest.object() instanceof VirtualMachineInstance instance) {
                admit(manifest, admission.review(instance));
                machines.add(instance);
            } else if (manifest.object() instanceof VirtualMachine machine) {
                admit(manifest, admission.review(machine));
                machines.add(Instances.of(machine));
            }
        }
        if (machines.isEmpty()) {
            throw new Refusal(String.join(", ", files) + ": no VirtualMachine or VirtualMachineInstance to render");
        }
        return new Read(machines, manifests, cluster);
    }

    private static void admit(Manifest manifest, Causes causes) {
        if (!causes.admit()) {
            throw new Refusal(manifest.file() + ": " + manifest.title() + " would be refused: "
                    + causes.list().stream().map(Cause::message).collect(Collectors.joining("; ")));
        }
        if (manifest.object().getMetadata().getName() == null) {
            throw new Refusal(manifest.file() + ": " + manifest.object().getKind() + " has no metadata.name");
        }
    }
}
