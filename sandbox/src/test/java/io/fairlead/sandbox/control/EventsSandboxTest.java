package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fairlead.reconcile.Events;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventsSandboxTest {
    private final TestingCluster cluster = new TestingCluster(0);
    private final ConfigMap about = cluster.client
            .resource(new ConfigMapBuilder()
                    .withNewMetadata()
                    .withNamespace("default")
                    .withName("about")
                    .endMetadata()
                    .build())
            .create();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void theSameEventIsOneObjectThatCounts() {
        try (Events events = new Events(cluster.client, "tester", "node-7", InstantSource.system())) {
            events.warning(about, "Stuck", "no way");
            events.warning(about, "Stuck", "no way");
            events.warning(about, "Stuck", "no way");
            events.normal(about, "Freed", "went on");
            cluster.awaitEvent("about", "Freed", "went on");
        }

        assertThat(written()).hasSize(2);
        Event stuck = written().stream()
                .filter(event -> event.getReason().equals("Stuck"))
                .findFirst()
                .orElseThrow();
        assertThat(stuck.getCount()).isEqualTo(3);
        assertThat(stuck.getType()).isEqualTo("Warning");
        assertThat(stuck.getSource().getComponent()).isEqualTo("tester");
        assertThat(stuck.getSource().getHost()).isEqualTo("node-7");
        assertThat(stuck.getInvolvedObject().getUid())
                .isEqualTo(about.getMetadata().getUid());
    }

    @Test
    void anEventThatWasDeletedMeanwhileIsWrittenAnew() {
        try (Events events = new Events(cluster.client, "tester", "", InstantSource.system())) {
            events.warning(about, "Stuck", "no way");
            cluster.awaitEvent("about", "Stuck", "no way");
            cluster.client.v1().events().inNamespace("default").delete();
            events.warning(about, "Stuck", "no way");
            cluster.awaitEvent("about", "Stuck", "no way");
        }

        assertThat(written())
                .singleElement()
                .satisfies(event -> assertThat(event.getCount()).isEqualTo(1));
    }

    private List<Event> written() {
        return cluster.client.v1().events().inNamespace("default").list().getItems();
    }
}
