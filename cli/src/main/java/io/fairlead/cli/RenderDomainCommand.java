package io.fairlead.cli;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.host.PciInventory;
import io.fairlead.host.tree.HostRoot;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.UnrenderableException;
import io.fairlead.machine.domain.DomainInput;
import io.fairlead.machine.domain.DomainRenderer;
import io.fairlead.machine.domain.DomainRenderer.Rendering;
import io.fairlead.machine.domain.HostDevice.Source;
import io.fairlead.machine.domain.MetadataFiles;
import io.fairlead.machine.domain.NetworkDevices;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the libvirt domain that would start. */
@Command(
        name = "domain",
        description = {
            "Show the libvirt domain that would start in the pod of a virtual machine.",
            "Devices come from metadata files, the machine's status or the environment, in this order."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  fairlead render domain -f vmi.yaml --env launcher.env",
            "  fairlead render domain -f vmi.yaml --metadata /var/run/kubernetes.io/dra-device-attributes",
            "  fairlead render domain -f card.yaml --env card.env --root capture.tar.gz"
        })
final class RenderDomainCommand implements Runnable {
    enum Output {
        XML,
        JSON
    }

    /** Metadata files are small; a larger one is something else. */
    private static final int MOST_BYTES = 1 << 20;

    @Mixin
    private final MachineFiles files = new MachineFiles();

    @Option(
            names = "--env",
            paramLabel = "FILE",
            description = "Environment of the compute container, NAME=VALUE a line.")
    private @Nullable Path environment;

    @Option(names = "--metadata", paramLabel = "DIR", description = "Folder with device metadata files.")
    private @Nullable Path metadata;

    @Option(names = "--network-info", paramLabel = "FILE", description = "What kubevirt.io/network-info says.")
    private @Nullable Path networkInfo;

    @Option(
            names = "--root",
            paramLabel = "DIR|FILE",
            description =
                    "Root of the host, or a capture of one: tells the functions of a card and the memory near them.")
    private @Nullable Path root;

    @Option(names = "--block", paramLabel = "VOLUME", description = "Volumes that are devices and not file systems.")
    private Set<String> blockVolumes = new LinkedHashSet<>();

    @Option(
            names = {"-o", "--output"},
            defaultValue = "xml",
            description = "xml or json, which has guest addresses and warnings too.")
    private Output output = Output.XML;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        MachineFiles.Read read = files.read();
        Map<String, String> variables = environment == null ? Map.of() : variables(environment);
        MetadataFiles metadataFiles = metadata == null ? MetadataFiles.NONE : metadataFiles(metadata);
        Map<String, String> networkDevices = networkInfo == null ? Map.of() : networkDevices(networkInfo);
        PciInventory host = root == null ? null : inventory(root);
        List<Rendering> renderings = read.render(machine -> {
            DomainInput input = input(machine, read.config())
                    .withEnvironment(variables)
                    .withMetadata(metadataFiles)
                    .withNetworkDevices(networkDevices)
                    .withBlockVolumes(blockVolumes);
            return host == null ? DomainRenderer.render(input) : renderOn(host, input);
        });
        PrintWriter out = spec.commandLine().getOut();
        for (Rendering rendering : renderings) {
            switch (output) {
                case XML -> {
                    rendering
                            .warnings()
                            .forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
                    out.print(rendering.domain().toXml());
                }
                case JSON -> out.println(json(rendering));
            }
        }
        out.flush();
    }

    private static DomainInput input(VirtualMachineInstance machine, ClusterConfig config) {
        if (machine.getMetadata().getNamespace() == null) {
            machine.getMetadata().setNamespace("default");
        }
        return DomainInput.of(machine, config);
    }

    /** No CPU is pinned on paper: the guest is taken to run on the memory nodes that its devices are near. */
    private static Rendering renderOn(PciInventory host, DomainInput input) {
        DomainInput there = input.withHost(host);
        Rendering anywhere = DomainRenderer.render(there);
        List<Integer> nodes = anywhere.domain().devices().hostDevices().stream()
                .flatMap(
                        device -> device.source() instanceof Source.Pci pci ? Stream.of(pci.address()) : Stream.empty())
                .flatMap(address -> host.function(address).stream())
                .flatMapToInt(function -> function.numaNode().stream())
                .sorted()
                .distinct()
                .boxed()
                .toList();
        return nodes.isEmpty() ? anywhere : DomainRenderer.render(there.withNumaNodes(nodes));
    }

    private static String json(Rendering rendering) {
        Map<String, String> addresses = rendering.addresses().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue().place().toString(),
                        (one, _) -> one,
                        TreeMap::new));
        return new KubernetesSerialization()
                .asJson(Map.of(
                        "xml", rendering.domain().toXml(), "addresses", addresses, "warnings", rendering.warnings()));
    }

    private static Map<String, String> variables(Path file) {
        Map<String, String> variables = new TreeMap<>();
        int number = 0;
        for (String line : content(file).lines().toList()) {
            number++;
            int equals = line.indexOf('=');
            if (equals > 0) {
                variables.put(
                        line.substring(0, equals).strip(),
                        unquoted(line.substring(equals + 1).strip()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new Refusal("%s, line %d: not NAME=VALUE".formatted(file, number));
            }
        }
        return variables;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static MetadataFiles metadataFiles(Path directory) {
        try (Stream<Path> tree = Files.walk(directory, 8)) {
            return new MetadataFiles(tree.filter(file -> file.toString().endsWith("-metadata.json"))
                    .collect(Collectors.toMap(
                            file -> directory.relativize(file).toString(), RenderDomainCommand::content)));
        } catch (IOException unreadable) {
            throw new Refusal(directory + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static Map<String, String> networkDevices(Path file) {
        try {
            return NetworkDevices.parse(content(file));
        } catch (UnrenderableException malformed) {
            throw new Refusal(file + ": " + malformed.getMessage(), malformed);
        }
    }

    private static PciInventory inventory(Path path) {
        try {
            return PciInventory.scan(HostRoot.open(path));
        } catch (IOException unreadable) {
            throw new Refusal(
                    path + ": is neither a host's root nor a capture: " + unreadable.getMessage(), unreadable);
        }
    }

    private static String content(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new Refusal(file + ": larger than " + (MOST_BYTES >> 20) + " MiB");
            }
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new Refusal(file + ": cannot be read: " + unreadable, unreadable);
        }
    }
}
