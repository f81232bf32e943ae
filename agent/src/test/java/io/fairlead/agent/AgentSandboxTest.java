package io.fairlead.agent;

import static io.fairlead.agent.TestingNode.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentSandboxTest {
    @TempDir
    private Path root;

    private TestingNode node;

    @BeforeEach
    void start() throws Exception {
        node = new TestingNode(root);
        node.start();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aFunctionIsTakenFromTheHostAndGivenBack() throws Exception {
        node.awaitPublished("pci-0000-3b-00-0");
        ResourceClaim claim = node.claim("gpu", result("gpu", "pci-0000-3b-00-0"));

        NodePrepareResourceResponse prepared = node.prepare(claim);

        assertThat(prepared.getError()).isEmpty();
        assertThat(prepared.getDevices(0).getCdiDeviceIdsList())
                .containsExactly(
                        "pci.fairlead.io/claim=%s-gpu-pci-0000-3b-00-0"
                                .formatted(claim.getMetadata().getUid()),
                        "pci.fairlead.io/metadata=%s_gpu"
                                .formatted(claim.getMetadata().getUid()));
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        String cdi = Files.readString(node.cdi()
                .resolve("pci.fairlead.io-claim_%s.json"
                        .formatted(claim.getMetadata().getUid())));
        assertThat(cdi)
                .contains("PCI_RESOURCE_GPU_GPU=0000:3b:00.0", "PCI_RESOURCE_OWN_GPU=0000:3b:00.0")
                .contains("/dev/vfio/vfio", "/dev/vfio/11");

        assertThat(node.unprepare(claim)).isEmpty();

        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        assertThat(node.cdi()).isEmptyDirectory();
    }
}
