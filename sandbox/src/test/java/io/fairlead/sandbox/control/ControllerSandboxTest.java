package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.reconcile.Result;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A controller that adds up, per group, what its members say: members are secondary, groups are primary. */
class ControllerSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final TestingCluster cluster = new TestingCluster(0);
    private final Informers informers = new Informers(cluster.client);
    private final SharedIndexInformer<ConfigMap> members = informers.of(ConfigMap.class);
    private final Map<String, Integer> sums = new ConcurrentHashMap<>();
    private final Controller<String> controller = new Controller<>(
            "sums", this::sum, Controller.Settings.standard(new ReconcileMetrics(new PrometheusRegistry())));

    @BeforeEach
    void start() {
        create("early", "red", 1);
        informers.start();
        controller
                .on(members, member -> member.getData().containsKey("group"), member -> List.of(group(member)))
                .start();
    }

    @AfterEach
    void stop() {
        controller.close();
        informers.close();
        cluster.close();
    }

    @Test
    void aMemberReachesItsGroupWhenItComesChangesMovesAndGoes() {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sums).isEqualTo(Map.of("red", 1)));

        create("late", "red", 2);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sums).isEqualTo(Map.of("red", 3)));

        edit("late", "red", 5);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sums).isEqualTo(Map.of("red", 6)));

        edit("late", "blue", 5);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sums).isEqualTo(Map.of("red", 1, "blue", 5)));

        cluster.client.configMaps().inNamespace("default").withName("early").delete();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sums).isEqualTo(Map.of("red", 0, "blue", 5)));
    }

    @Test
    void oneThatDoesNotPassTheFilterIsNotLookedAt() {
        cluster.client
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("stranger")
                        .endMetadata()
                        .addToData("other", "x")
                        .build())
                .create();
        create("after", "blue", 4);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sums).isEqualTo(Map.of("red", 1, "blue", 4)));
    }

    private Result sum(String group) {
        sums.put(
                group,
                members.getStore().list().stream()
                        .filter(member -> group.equals(group(member)))
                        .mapToInt(member -> Integer.parseInt(member.getData().get("amount")))
                        .sum());
        return Result.done();
    }

    private static String group(ConfigMap member) {
        return member.getData().getOrDefault("group", "");
    }

    private void create(String name, String group, int amount) {
        cluster.client.resource(member(name, group, amount)).create();
    }

    private void edit(String name, String group, int amount) {
        cluster.client
                .configMaps()
                .inNamespace("default")
                .withName(name)
                .edit(found -> new ConfigMapBuilder(found)
                        .withData(member(name, group, amount).getData())
                        .build());
    }

    private static ConfigMap member(String name, String group, int amount) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .addToData("group", group)
                .addToData("amount", String.valueOf(amount))
                .build();
    }
}
