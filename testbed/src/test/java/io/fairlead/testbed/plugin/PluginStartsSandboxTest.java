package io.fairlead.testbed.plugin;

import static io.fairlead.testbed.plugin.PluggedNode.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.ResourceName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A container starts when its devices are idle, as they should be, and reset; and not before. */
class PluginStartsSandboxTest {
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final ResourceName PORTS = ResourceName.parse("intel.com/ETHERNET_CONTROLLER_10GIGABIT_X540AT2");

    @TempDir
    private Path folder;

    private Path root;
    private PluggedNode node;

    @BeforeEach
    void aNodeWithADoor() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        node = new PluggedNode(
                new Cards().gpu("0000:01:00.0", 1).twoPorts("0000:05:00", 5).kernel(root), folder, new DurableFiles());
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @Test
    void itWaitsForTheProcessOfAPodThatIsGone() throws Exception {
        node.door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 1, 1);
        node.run("before", Map.of(GPU, 1));
        Pod next;
        try (Kernel.Watch _ = node.kernel.open("dev/vfio/1")) {
            node.deleteByForce("before");
            eventually(() ->
                    node.client.pods().inNamespace("default").list().getItems().isEmpty());
            next = node.create("next", Map.of(GPU, 1));
            node.awaitEvent("a process of an earlier pod has its vfio device open");
            assertThat(node.container(next)).isEmpty();
        }
        node.awaitPhase("next", "Running");
        assertThat(node.container(next)).isPresent();
    }

    @Test
    void everyStartBeginsWithAReset() {
        node.door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 1, 1);
        for (int start = 1; start <= 2; start++) {
            node.run("vm", Map.of(GPU, 1));
            assertThat(node.kernel.resets()).hasSize(start).containsOnly(PciAddress.parse("0000:01:00.0"));
            node.delete("vm");
            eventually(() ->
                    node.client.pods().inNamespace("default").list().getItems().isEmpty());
        }
    }

    @Test
    void aWholeCardIsResetAsOne() {
        node.door.claimCards(PORTS, "0000:05:00.0", "0000:05:00.1");
        node.awaitAmounts(PORTS.toString(), 1, 1);
        node.run("vm", Map.of(PORTS.toString(), 1));
        assertThat(node.kernel.resets())
                .containsExactly(PciAddress.parse("0000:05:00.0"), PciAddress.parse("0000:05:00.1"));
    }

    /** Its node in /dev is all that a machine has of a device. */
    @Test
    void aDeviceWithoutItsVfioNodeIsUnhealthyUntilItIsBack() throws Exception {
        node.door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 1, 1);
        Path vfio = root.resolve("dev/vfio/1");
        Path aside = folder.resolve("aside");
        Files.move(vfio, aside);
        node.awaitAmounts(GPU, 1, 0);
        Files.move(aside, vfio);
        node.awaitAmounts(GPU, 1, 1);
    }

    /** Somebody else binds drivers on the host too. */
    @Test
    void aDeviceThatWasTakenAwayIsTakenAgainBeforeAContainerGetsIt() throws Exception {
        node.door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 1, 1);
        node.kernel.write("sys/bus/pci/devices/0000:01:00.0/driver/unbind", "0000:01:00.0");
        node.run("vm", Map.of(GPU, 1));
        assertThat(node.driver("0000:01:00.0")).contains("vfio-pci");
    }
}
