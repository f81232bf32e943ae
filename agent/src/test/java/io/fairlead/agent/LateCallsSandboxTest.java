package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A call of the kubelet comes to its work only when a later one has said the opposite. */
class LateCallsSandboxTest extends AgentOnTestingNode {
    @Test
    void anUnprepareThatWaitedDoesNotTakeAwayWhatWasAskedForAgainMeanwhile() throws Exception {
        node.kill();
        CountDownLatch atTheDisk = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        node.files = new TestingDisk(node.files, file -> {
            if (file.toString().contains("claim_")) {
                atTheDisk.countDown();
                pass(goOn);
            }
        });
        PrometheusRegistry metrics = start(node);
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        FutureTask<NodePrepareResourceResponse> first = call(() -> node.prepare(claim));
        assertThat(atTheDisk.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

        FutureTask<String> unprepare = call(() -> node.unprepare(claim));
        await().atMost(LONG).until(() -> waiting(metrics, "unprepare") == 1);
        FutureTask<NodePrepareResourceResponse> second = call(() -> node.prepare(claim));
        await().atMost(LONG).until(() -> waiting(metrics, "prepare") == 2);
        goOn.countDown();

        assertThat(unprepare.get()).contains("was asked for again", "so it is kept");
        assertThat(first.get().getError()).isEqualTo(second.get().getError());
        assertThat(node.prepare(claim).getError()).isEmpty();
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void aPrepareThatWaitedTakesNothingForAClaimThatWasGivenUpMeanwhile() throws Exception {
        node.kill();
        PrometheusRegistry metrics = start(node);
        ResourceClaim before = node.claim("before", result("gpu", GPU));
        ResourceClaim after = node.claim("after", result("gpu", GPU));
        assertThat(node.prepare(before).getError()).isEmpty();
        FutureTask<NodePrepareResourceResponse> prepare = call(() -> node.prepare(after));
        await().atMost(LONG).until(() -> waiting(metrics, "prepare") == 1);

        assertThat(node.unprepare(after)).isEmpty();
        assertThat(node.unprepare(before)).isEmpty();

        assertThat(prepare.get().getError()).isNotEmpty();
        assertAllBack();
    }

    private static PrometheusRegistry start(TestingNode node) throws IOException {
        AgentOptions options = node.options();
        node.start(options);
        return options.registry();
    }

    private static <T> FutureTask<T> call(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static double waiting(PrometheusRegistry metrics, String call) {
        return metrics.scrape().stream()
                .filter(metric -> metric.getMetadata().getName().equals("fairlead_agent_dra_waiting"))
                .flatMap(metric -> metric.getDataPoints().stream())
                .filter(point -> call.equals(point.getLabels().get("call")))
                .mapToDouble(point -> ((GaugeSnapshot.GaugeDataPointSnapshot) point).getValue())
                .sum();
    }

    private static void pass(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
