package io.fairlead.contract.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.dra.DroppedFields;
import io.fairlead.dra.Pool;
import io.fairlead.dra.SlicePublisher;
import io.fairlead.reconcile.ReconcileMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a publisher of ResourceSlices does, on whichever API server. Each test has a node of its own name. */
abstract class SlicePublisherContract {
    static final String DRIVER = "slices.example.com";
    private static final Duration LONG = Duration.ofMinutes(3);

    final String node = "slices-" + Long.toString(System.nanoTime(), 36);
    final Heard heard = new Heard();

    abstract KubernetesClient client();

    /** What the server does with the taints of a device. */
    enum Taints {
        DROPPED,
        KEPT,
        /** And it adds the time. */
        STAMPED
    }

    abstract Taints taints();

    @AfterEach
    void removeWhatOtherTestsWouldSee() {
        slices().forEach(slice -> client().resource(slice).delete());
        client().nodes().withName(node).delete();
    }

    @Test
    void slicesComeWithTheNode() {
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(pool(300)));
            await().atMost(LONG).until(() -> !heard.failed.isEmpty());
            assertThat(slices()).isEmpty();

            Node made = makeNode();
            awaitSlices(3, 300);
            assertThat(slices()).allSatisfy(slice -> {
                assertThat(slice.getSpec().getPool().getGeneration()).isEqualTo(1);
                assertThat(slice.getSpec().getPool().getResourceSliceCount()).isEqualTo(3);
                assertThat(slice.getMetadata().getOwnerReferences())
                        .extracting(OwnerReference::getUid)
                        .containsExactly(made.getMetadata().getUid());
            });
            assertThat(names())
                    .satisfiesExactly(
                            name -> assertThat(name).startsWith("00000-slices.example.com-"),
                            name -> assertThat(name).startsWith("00001-slices.example.com-"),
                            name -> assertThat(name).startsWith("00002-slices.example.com-"));
        }
    }

    @Test
    void aWipeIsUndone() {
        makeNode();
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(pool(200)));
            awaitSlices(2, 200);
            List<String> before = names();
            slices().forEach(slice -> client().resource(slice).delete());
            await().atMost(LONG).until(() -> slices().size() == 2 && !names().equals(before));
            awaitSlices(2, 200);
        }
    }

    @Test
    void aNewProcessAdoptsWhatIsThere() {
        makeNode();
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(pool(200)));
            awaitSlices(2, 200);
        }
        List<String> before = versions();
        try (SlicePublisher publisher = start()) {
            int published = heard.published.size();
            publisher.publish(List.of(pool(200)));
            await().atMost(LONG).until(() -> heard.published.size() > published);
            assertThat(versions()).isEqualTo(before);
            publisher.publish(List.of());
            await().atMost(LONG).until(() -> slices().isEmpty());
        }
    }

    @Test
    void whatSomebodyChangesIsPutBack() {
        makeNode();
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(pool(3)));
            awaitSlices(1, 3);
            ResourceSlice slice = slices().getFirst();
            slice.getSpec().setDevices(List.of(slice.getSpec().getDevices().getFirst()));
            client().resource(slice).update();
            awaitSlices(1, 3);
        }
    }

    @Test
    void taintsKeepTheirTimeOrAreReportedAsDropped() {
        makeNode();
        Device broken = new DeviceBuilder()
                .withName("broken")
                .addNewTaint()
                .withKey("example.com/broken")
                .withEffect("NoSchedule")
                .endTaint()
                .build();
        try (SlicePublisher publisher = start()) {
            publisher.publish(List.of(Pool.of(node, List.of(broken))));
            await().atMost(LONG).until(() -> !heard.published.isEmpty());
            if (taints() == Taints.DROPPED) {
                assertThat(heard.dropped).singleElement().satisfies(dropped -> {
                    assertThat(dropped.fields()).containsExactly("devices[].taints");
                    assertThat(dropped.pool()).isEqualTo(node);
                });
                List<String> before = versions();
                int published = heard.published.size();
                publisher.publish(List.of(Pool.of(node, List.of(broken))));
                await().atMost(LONG).until(() -> heard.published.size() > published);
                assertThat(versions()).isEqualTo(before);
                assertThat(heard.dropped).hasSize(1);
                return;
            }
            String since = onlyTaint().getTimeAdded();
            assertThat(since != null).isEqualTo(taints() == Taints.STAMPED);
            publisher.publish(List.of(Pool.of(node, List.of(broken, named("other")))));
            awaitSlices(1, 2);
            assertThat(onlyTaint().getTimeAdded()).isEqualTo(since);
            assertThat(heard.dropped).isEmpty();
        }
    }

    final SlicePublisher start() {
        return SlicePublisher.start(client(), DRIVER, node, new ReconcileMetrics(new PrometheusRegistry()), heard);
    }

    final Node makeNode() {
        return client().resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(node)
                        .endMetadata()
                        .build())
                .create();
    }

    final Pool pool(int devices) {
        return Pool.of(
                node, IntStream.range(0, devices).mapToObj(i -> named("d" + i)).toList());
    }

    final void awaitSlices(int slices, int devices) {
        await().atMost(LONG).untilAsserted(() -> {
            List<ResourceSlice> now = slices();
            assertThat(now).hasSize(slices);
            assertThat(now.stream()
                            .mapToInt(slice -> slice.getSpec().getDevices().size())
                            .sum())
                    .isEqualTo(devices);
            assertThat(now.stream().map(slice -> slice.getSpec().getPool()).distinct())
                    .as("one generation and one count")
                    .hasSize(1);
        });
    }

    final List<ResourceSlice> slices() {
        return client().resources(ResourceSlice.class).withField("spec.nodeName", node).list().getItems().stream()
                .sorted(Comparator.comparing(slice -> slice.getMetadata().getName()))
                .toList();
    }

    final List<String> names() {
        return slices().stream().map(slice -> slice.getMetadata().getName()).toList();
    }

    private List<String> versions() {
        return slices().stream()
                .map(slice ->
                        slice.getMetadata().getUid() + " " + slice.getMetadata().getResourceVersion())
                .toList();
    }

    private DeviceTaint onlyTaint() {
        return slices().getFirst().getSpec().getDevices().getFirst().getTaints().getFirst();
    }

    private static Device named(String name) {
        return new DeviceBuilder().withName(name).build();
    }

    static final class Heard implements SlicePublisher.Listener {
        final List<String> published = new CopyOnWriteArrayList<>();
        final List<String> failed = new CopyOnWriteArrayList<>();
        final List<DroppedFields> dropped = new CopyOnWriteArrayList<>();

        @Override
        public void published() {
            published.add("");
        }

        @Override
        public void dropped(DroppedFields fields) {
            dropped.add(fields);
        }

        @Override
        public void failed(String reason) {
            failed.add(reason);
        }
    }
}
