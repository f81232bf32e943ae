package io.fairlead.contract.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.dra.SlicePublisher;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.api.Faults;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On the sandbox the API server can be made to fail as well. */
class SlicePublisherSandboxTest extends SlicePublisherContract {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    private final Faults faults = sandbox.server().faults();

    @Override
    KubernetesClient client() {
        return sandbox.client();
    }

    @Override
    Taints taints() {
        return Taints.KEPT;
    }

    @Override
    @AfterEach
    void removeWhatOtherTestsWouldSee() {
        sandbox.close();
    }

    @Test
    void conflictsAndRefusalsOfEveryKindOnlyDelayIt() {
        makeNode();
        faults.on("get", "nodes").times(2).fail(503);
        faults.on("list", "resourceslices").times(2).fail(500);
        faults.on("create", "resourceslices").skip(1).times(3).fail(503);
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(pool(300)));
            awaitSlices(3, 300);

            faults.on("update", "resourceslices").skip(1).times(3).conflict();
            faults.on("delete", "resourceslices").times(2).conflict();
            publisher.publish(List.of(pool(150)));
            awaitSlices(2, 150);
            assertThat(heard.failed).isNotEmpty();
        }
    }

    @Test
    void aWipeIsSeenThroughBrokenWatches() {
        makeNode();
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(pool(3)));
            awaitSlices(1, 3);
            for (int i = 0; i < 5; i++) {
                List<String> before = names();
                faults.dropWatches("resourceslices");
                slices().forEach(slice -> client().resource(slice).delete());
                await().atMost(PATIENCE).until(() -> slices().size() == 1 && !names().equals(before));
            }
        }
    }

    @Test
    void aWipeOfWhatNoWatchHasSeenIsUndoneOnceThereIsOneAgain() {
        makeNode();
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of());
            await().atMost(PATIENCE).until(() -> !heard.published.isEmpty());
            faults.on("watch", "resourceslices").fail(503);
            faults.dropWatches("resourceslices");
            int before = heard.published.size();
            publisher.publish(List.of(pool(3)));
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> heard.published.size() > before && !slices().isEmpty());
            slices().forEach(slice -> client().resource(slice).delete());
            faults.clear();
            awaitSlices(1, 3);
        }
    }

    @Test
    void otherDriversAndOtherNodesAreLeftAlone() {
        makeNode();
        try (SlicePublisher publisher = start();
                SlicePublisher other = SlicePublisher.start(
                        client(),
                        "other.example.com",
                        node,
                        new ReconcileMetrics(new PrometheusRegistry()),
                        new SlicePublisher.Listener() {})) {
            other.publish(List.of(pool(1)));
            publisher.publish(List.of(pool(2)));
            await().atMost(PATIENCE).until(() -> slices().size() == 2);
            publisher.publish(List.of());
            await().atMost(PATIENCE).until(() -> slices().size() == 1);
            assertThat(slices().getFirst().getSpec().getDriver()).isEqualTo("other.example.com");
        }
    }
}
