package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.reconcile.Result;
import io.fairlead.sandbox.api.ApiServer;
import io.fairlead.sandbox.api.ApiServerOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class TombstoneSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Set<Key> alive = ConcurrentHashMap.newKeySet();

    /** The server forgets quickly, so that a client which was away must list anew and never sees the deletion. */
    @Test
    void anObjectThatVanishedWhileNobodyWatchedIsReconciledWhateverTheFilterSays() {
        try (ApiServer server = ApiServer.start(ApiServerOptions.defaults().withHistoryLimit(3));
                KubernetesClient client = client(server);
                Informers informers = new Informers(client)) {
            SharedIndexInformer<ConfigMap> maps = informers.of(ConfigMap.class);
            informers.start();
            Controller<Key> controller = new Controller<Key>(
                    "tombstones",
                    key -> note(maps, key),
                    Controller.Settings.standard(new ReconcileMetrics(new PrometheusRegistry())));
            // Set while nobody watches: the last state that was seen would not pass.
            Set<String> blind = ConcurrentHashMap.newKeySet();
            controller
                    .on(maps, map -> !blind.contains(map.getMetadata().getName()), map -> List.of(Key.of(map)))
                    .start();
            create(client, "doomed");
            Key doomed = new Key("default", "doomed");
            await().atMost(PATIENCE).until(() -> alive.contains(doomed));

            server.faults().on("watch", "configmaps").fail(503);
            server.faults().dropWatches("configmaps");
            client.configMaps().inNamespace("default").withName("doomed").delete();
            blind.add("doomed");
            List.of("a", "b", "c", "d", "e").forEach(name -> create(client, name));
            assertThat(alive).contains(doomed);
            server.faults().clear();

            await().atMost(PATIENCE).until(() -> !alive.contains(doomed));
            controller.close();
        }
    }

    private Result note(SharedIndexInformer<ConfigMap> maps, Key key) {
        if (maps.getStore().getByKey(key.toString()) == null) {
            alive.remove(key);
        } else {
            alive.add(key);
        }
        return Result.done();
    }

    private static void create(KubernetesClient client, String name) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private static KubernetesClient client(ApiServer server) {
        Config config = new ConfigBuilder(Config.fromKubeconfig(server.kubeconfig()))
                .withOnlyHttpWatches(true)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
