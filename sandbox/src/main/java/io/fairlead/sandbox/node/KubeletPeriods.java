package io.fairlead.sandbox.node;

import io.fairlead.reconcile.Backoff;
import io.fairlead.sandbox.node.dra.DraSide;
import java.time.Duration;

/**
 * How often a simulated kubelet looks and how long it waits.
 *
 * @param look how often the folder of plugins is looked at; a real kubelet does it every second
 * @param wipeAfter how long a driver may be away before its slices are deleted, really 30 s
 * @param reconcile how often claims of vanished pods are looked for, really 60 s
 * @param healthRetry how long after its end a health stream is opened again, really 5 s
 * @param pluginGrace how long a device plugin may be away before its resource is forgotten, really 5 minutes
 * @param podRetry how long after its failure a pod is tried again
 */
public record KubeletPeriods(
        Duration look,
        Duration wipeAfter,
        Duration reconcile,
        Duration healthRetry,
        Duration pluginGrace,
        Backoff podRetry) {

    /** As a real kubelet where a plugin has to live with it, and without the waiting where it need not. */
    public static KubeletPeriods standard() {
        return new KubeletPeriods(
                Duration.ofMillis(20),
                Duration.ofSeconds(30),
                Duration.ofMillis(200),
                Duration.ofMillis(100),
                Duration.ofMinutes(5),
                new Backoff(Duration.ofMillis(10), Duration.ofMillis(500), 0.2));
    }

    public KubeletPeriods withWipeAfter(Duration newWipeAfter) {
        return new KubeletPeriods(look, newWipeAfter, reconcile, healthRetry, pluginGrace, podRetry);
    }

    public KubeletPeriods withPluginGrace(Duration newPluginGrace) {
        return new KubeletPeriods(look, wipeAfter, reconcile, healthRetry, newPluginGrace, podRetry);
    }

    public KubeletPeriods withPodRetry(Backoff newPodRetry) {
        return new KubeletPeriods(look, wipeAfter, reconcile, healthRetry, pluginGrace, newPodRetry);
    }

    DraSide.Periods forClaims() {
        return new DraSide.Periods(wipeAfter, reconcile, healthRetry);
    }
}
