package io.fairlead.agent.harvester;

import static io.fairlead.agent.harvester.HarvesterCluster.FIRST;
import static io.fairlead.agent.harvester.HarvesterCluster.PATIENCE;
import static io.fairlead.agent.harvester.HarvesterCluster.PHYSICAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.host.names.ResourceName;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** KubeVirt's list of permitted host devices, which agents read and write beside others. */
class PermittedDevicesSandboxTest extends OnHarvesterCluster {
    @Test
    void aNameOfItsOwnIsPermittedUnderThatName() throws Exception {
        cluster.claim(cluster.one, FIRST, true);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        await().atMost(PATIENCE)
                .until(() -> cluster.permitted().stream()
                        .anyMatch(entry -> ("intel.com/" + cluster.one.name(FIRST)).equals(entry.resourceName())));
    }

    /** Two agents and somebody else, all the time: nobody's entries get lost, doubled or left behind. */
    @Test
    void threeWritersOfTheKubeVirtObjectLoseNothing() throws Exception {
        FutureTask<Void> somebody = new FutureTask<>(
                () -> {
                    for (int i = 0; i < 30; i++) {
                        cluster.permit("1af4:%04x".formatted(i), "example.com/model-" + i, false);
                    }
                },
                null);
        Thread.ofVirtual().start(somebody);
        for (int round = 0; round < 3; round++) {
            cluster.claim(cluster.one, FIRST, false);
            cluster.claim(cluster.other, PHYSICAL, false);
            cluster.awaitClaim(cluster.one, FIRST, "Ready");
            cluster.awaitClaim(cluster.other, PHYSICAL, "Ready");
            cluster.unclaim(cluster.other, PHYSICAL);
            if (round < 2) {
                cluster.unclaim(cluster.one, FIRST);
            }
        }
        somebody.get(2, TimeUnit.MINUTES);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.permitted())
                        .extracting(PciHostDevice::pciVendorSelector)
                        .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                        Stream.of("8086:10d3"),
                                        IntStream.range(0, 30).mapToObj("1af4:%04x"::formatted))
                                .toList()));
    }

    /** In the moment between the claims and KubeVirt's list, half a card could be handed out for a whole one. */
    @Test
    void anAgentThatStartsNeverOffersAWholeCardByItsFunctions() throws Exception {
        String name = "example.com/card";
        cluster.permit("8086:10d3", name, true);
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        cluster.one.stop();
        cluster.one.plugins.forget();
        cluster.one.restart();

        await().atMost(PATIENCE)
                .until(() -> !cluster.one.plugins.wanted().claims().isEmpty());
        assertThat(cluster.one.plugins.heard())
                .allSatisfy(wanted -> assertThat(wanted.cards()).containsExactly(ResourceName.parse(name)));
    }
}
