package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.deploy.AgentAccount;
import io.fairlead.testbed.junit.RealCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Manifests for Harvester are understood by a cluster that has only our definitions. */
@RealCluster
class HarvesterObjectsRealTest {
    @Test
    void kubectlAppliesThemOnceAndAgain(Testbed testbed, KubernetesClient client) throws Exception {
        AgentAccount.defineDevices(testbed);
        Path file = Path.of(Objects.requireNonNull(getClass().getResource("harvester-objects.yaml"))
                .toURI());
        try {
            AgentAccount.kubectl(testbed, List.of("apply", "--filename=" + file));
            AgentAccount.kubectl(testbed, List.of("apply", "--filename=" + file));

            assertThat(client.resources(PciDevice.class)
                            .withName("pcidevice-example")
                            .get())
                    .isNotNull();
            assertThat(client.resources(PciDeviceClaim.class)
                            .withName("pcideviceclaim-example")
                            .require()
                            .getSpec()
                            .address())
                    .isEqualTo("00:19.0");
            assertThat(client.resources(SriovNetworkDevice.class)
                            .withName("titan-eno1")
                            .require()
                            .getSpec()
                            .numVfs())
                    .isEqualTo(2);
        } finally {
            AgentAccount.kubectl(testbed, List.of("delete", "--ignore-not-found", "--filename=" + file));
        }
    }
}
