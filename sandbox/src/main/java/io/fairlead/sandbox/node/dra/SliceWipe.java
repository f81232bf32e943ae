package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a node's devices off the market: its slices are deleted, and their drivers publish them when they are back. */
public final class SliceWipe {
    private static final Logger log = LoggerFactory.getLogger(SliceWipe.class);
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final int ATTEMPTS = 100;

    private final KubernetesClient client;
    private final String node;

    public SliceWipe(KubernetesClient client, String node) {
        this.client = client;
        this.node = node;
    }

    /** Of all drivers, as a kubelet does when it starts: none of them has registered yet. */
    public void wipeAll() {
        wipe("");
    }

    void wipe(String driver) {
        for (int attempt = 0; attempt < ATTEMPTS && !Thread.currentThread().isInterrupted(); attempt++) {
            try {
                var slices = client.resources(ResourceSlice.class).withField("spec.nodeName", node);
                var _ = (driver.isEmpty() ? slices : slices.withField("spec.driver", driver)).delete();
                return;
            } catch (KubernetesClientException e) {
                log.debug("{}: slices not deleted yet: {}", node, e.getMessage());
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
