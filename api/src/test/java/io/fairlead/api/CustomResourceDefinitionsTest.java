package io.fairlead.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.api.cni.NetworkAttachmentDefinition;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomResourceDefinitionsTest {
    private static final Path COMMITTED = Path.of("../api/src/main/resources/crds");

    @Test
    void theCommittedDefinitionsAreWhatTheTypesSay(@TempDir Path scratch) throws IOException {
        SortedMap<String, String> definitions = Definitions.of(
                scratch,
                List.of(
                        VirtualMachine.class,
                        VirtualMachineInstance.class,
                        KubeVirt.class,
                        PciDevice.class,
                        PciDeviceClaim.class,
                        SriovNetworkDevice.class,
                        NetworkAttachmentDefinition.class));
        if (Boolean.getBoolean("crds.update")) {
            Files.createDirectories(COMMITTED);
            for (Map.Entry<String, String> definition : definitions.entrySet()) {
                Files.writeString(COMMITTED.resolve(definition.getKey()), definition.getValue());
            }
        }
        assertThat(committed()).hasSize(7).containsExactlyElementsOf(definitions.keySet());
        for (Map.Entry<String, String> definition : definitions.entrySet()) {
            assertThat(COMMITTED.resolve(definition.getKey()))
                    .as("-Dcrds.update=true writes it anew")
                    .hasContent(definition.getValue());
        }
    }

    private static List<String> committed() throws IOException {
        try (Stream<Path> files = Files.list(COMMITTED)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }
}
