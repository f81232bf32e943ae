package io.fairlead.kubelet;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.reconcile.ReconcileMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;

/**
 * Where and how a DRA plugin runs.
 *
 * @param driver its name, such as {@code gpu.example.com}
 * @param podUid of the pod that this process runs in, if a new instance may start before the old one has ended
 * @param oneAtATime whether prepare and unprepare wait for each other
 */
public record DraPluginOptions(
        String driver,
        String node,
        KubernetesClient client,
        KubeletFolder kubelet,
        Optional<String> podUid,
        boolean oneAtATime,
        ReconcileMetrics metrics,
        DraPlugin.Listener listener) {
    /** The standard folder, one instance, one call at a time. */
    public static DraPluginOptions of(String driver, String node, KubernetesClient client) {
        return new DraPluginOptions(
                driver,
                node,
                client,
                KubeletFolder.standard(),
                Optional.empty(),
                true,
                new ReconcileMetrics(new PrometheusRegistry()),
                new DraPlugin.Listener() {});
    }

    public DraPluginOptions withKubelet(KubeletFolder folder) {
        return new DraPluginOptions(driver, node, client, folder, podUid, oneAtATime, metrics, listener);
    }

    /** For a DaemonSet with {@code maxSurge}: instances side by side, each with sockets of its own. Needs Kubernetes 1.33. */
    public DraPluginOptions withRollingUpdate(String uidOfThisPod) {
        return new DraPluginOptions(
                driver, node, client, kubelet, Optional.of(uidOfThisPod), oneAtATime, metrics, listener);
    }

    /** For a driver that bears several calls at the same time. */
    public DraPluginOptions withConcurrentCalls() {
        return new DraPluginOptions(driver, node, client, kubelet, podUid, false, metrics, listener);
    }

    public DraPluginOptions withMetrics(ReconcileMetrics newMetrics) {
        return new DraPluginOptions(driver, node, client, kubelet, podUid, oneAtATime, newMetrics, listener);
    }

    public DraPluginOptions withListener(DraPlugin.Listener newListener) {
        return new DraPluginOptions(driver, node, client, kubelet, podUid, oneAtATime, metrics, newListener);
    }
}
