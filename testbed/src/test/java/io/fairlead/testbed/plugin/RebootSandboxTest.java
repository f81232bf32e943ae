package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.SimulatedKernel;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that was started anew takes what is claimed on it again, and knows what to give back. */
@Tag("long")
class RebootSandboxTest {
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String ADDRESS = "0000:01:00.0";
    private static final String SIBLING = "0000:01:00.1";

    @TempDir
    private Path folder;

    private final SimulatedKernel kernel =
            new Cards().gpuWithAudio("0000:01:00", 1).kernel();
    private ClaimCluster cluster;

    @BeforeEach
    void aNodeWithAClaimedGpu() throws Exception {
        cluster = new ClaimCluster("janus", kernel, folder, OfferRules::none);
        cluster.awaitDevices(2);
        cluster.create(cluster.claim(ADDRESS, ""));
        cluster.awaitClaim(ADDRESS, "Ready", "together with " + SIBLING);
        cluster.awaitAllocatable(GPU, 1);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void whatIsClaimedIsTakenAgainAndGoesBackToItsDriverLater() throws Exception {
        cluster.reboot();
        awaitDriver(ADDRESS, "vfio-pci");
        awaitDriver(SIBLING, "vfio-pci");
        cluster.awaitAllocatable(GPU, 1);
        cluster.awaitClaim(ADDRESS, "Ready");

        cluster.delete(ADDRESS);
        awaitDriver(ADDRESS, "nouveau");
        awaitDriver(SIBLING, "snd_hda_intel");
    }

    @Test
    void aPodThatComesBackHasItsDeviceStill() throws Exception {
        cluster.run(cluster.pod("vm", "limits: {%s: 1}".formatted(GPU), "[]"));
        awaitHolder("pod default/vm");
        cluster.reboot();
        awaitDriver(ADDRESS, "vfio-pci");
        awaitHolder("pod default/vm");

        cluster.delete(ADDRESS);
        cluster.awaitClaim(ADDRESS, "InUse", "pod default/vm");
        assertThat(driver(ADDRESS)).contains("vfio-pci");
    }

    private void awaitHolder(String words) {
        await().atMost(ClaimCluster.LONG)
                .untilAsserted(() -> assertThat(cluster.agent()
                                .ledger()
                                .holdingOf(PciAddress.parse(ADDRESS))
                                .map(Holding::holder)
                                .map(Holder::text))
                        .hasValueSatisfying(holder -> assertThat(holder).contains(words)));
    }

    private void awaitDriver(String address, String driver) {
        await().atMost(ClaimCluster.LONG)
                .untilAsserted(() -> assertThat(driver(address)).as(address).contains(driver));
    }

    private Optional<String> driver(String address) throws Exception {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(address));
    }
}
