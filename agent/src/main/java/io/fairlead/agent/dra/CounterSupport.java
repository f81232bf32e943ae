package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the cluster stores shared counters. It is asked before anything is published that needs them: a server that
 * drops them would leave nothing between a card and its functions.
 */
final class CounterSupport {
    private static final Logger log = LoggerFactory.getLogger(CounterSupport.class);

    private final KubernetesClient client;
    private final String node;
    private volatile @Nullable Boolean known;

    CounterSupport(KubernetesClient client, String node) {
        this.client = client;
        this.node = node;
    }

    /** Empty as long as the API server cannot be asked. */
    Optional<Boolean> known() {
        if (known == null) {
            try {
                known = ask();
                log.info(
                        "the API server {} shared counters",
                        Boolean.TRUE.equals(known) ? "stores" : "drops, so the offer rules' withoutCounters counts,");
            } catch (KubernetesClientException e) {
                log.warn("the API server cannot be asked about shared counters yet: {}", e.getMessage());
            }
        }
        return Optional.ofNullable(known);
    }

    /** The server dropped them from a real slice. */
    void dropped() {
        known = false;
    }

    private boolean ask() {
        ResourceSlice probe = new ResourceSliceBuilder()
                .withNewMetadata()
                .withGenerateName(PciDriver.NAME + "-probe-")
                .endMetadata()
                .withNewSpec()
                .withDriver(PciDriver.NAME)
                .withNodeName(node)
                .withNewPool()
                .withName(node)
                .withGeneration(1L)
                .withResourceSliceCount(1L)
                .endPool()
                .withSharedCounters(new CounterSetBuilder()
                        .withName("probe")
                        .withCounters(Map.of("parts", new Counter(new Quantity("1"))))
                        .build())
                .endSpec()
                .build();
        ResourceSlice stored = client.resource(probe).dryRun().create();
        return !stored.getSpec().getSharedCounters().isEmpty();
    }
}
