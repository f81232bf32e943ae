package io.fairlead.sandbox.control;

import static io.fairlead.sandbox.control.TestingCluster.devices;
import static io.fairlead.sandbox.control.TestingCluster.podWithTemplate;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.sandbox.api.Faults;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the controllers do when the API server is not at its best. */
class FaultsSandboxTest {
    private final TestingCluster cluster = new TestingCluster(3);
    private final Faults faults = cluster.sandbox.server().faults();

    @BeforeEach
    void devicesToAskFor() {
        cluster.createDeviceClass();
        cluster.createTemplate("one", 1);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void conflictsAndRefusalsDelayAPodButMakeNoSecondClaim() {
        faults.on("update", "resourceclaims").times(2).conflict();
        faults.on("update", "resourceclaims/status").times(3).conflict();
        faults.on("patch", "pods/status").times(3).fail(503);
        faults.on("create", "pods/binding").times(2).fail(500);

        cluster.create(podWithTemplate("vm", "one"));

        cluster.awaitRunning("vm");
        assertThat(cluster.claims())
                .singleElement()
                .satisfies(claim -> assertThat(devices(claim)).hasSize(1));
    }

    @Test
    void aClaimIsReleasedThoughTheFirstWritesFail() {
        cluster.create(podWithTemplate("vm", "one"));
        cluster.awaitRunning("vm");
        faults.on("update", "resourceclaims/status").times(3).conflict();
        faults.on("update", "resourceclaims").times(3).fail(503);

        cluster.delete("vm");

        cluster.awaitClaims(List::isEmpty);
    }

    @Test
    void noDeviceIsGivenTwiceWhileWatchesBreakOff() {
        List<String> pods = IntStream.range(0, 6).mapToObj(i -> "vm-" + i).toList();
        pods.forEach(pod -> {
            faults.dropWatches();
            cluster.create(podWithTemplate(pod, "one"));
        });

        pods.forEach(cluster::awaitRunning);

        assertThat(cluster.claims().stream().flatMap(FaultsSandboxTest::whole))
                .as("three nodes with two devices each")
                .hasSize(6)
                .doesNotHaveDuplicates();
    }

    private static java.util.stream.Stream<String> whole(ResourceClaim claim) {
        return Claims.allocationOf(claim).orElseThrow().getDevices().getResults().stream()
                .map(result -> result.getPool() + "/" + result.getDevice());
    }
}
