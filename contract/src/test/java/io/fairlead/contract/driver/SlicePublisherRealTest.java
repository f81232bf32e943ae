package io.fairlead.contract.driver;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

@RealCluster
class SlicePublisherRealTest extends SlicePublisherContract {
    private @Nullable KubernetesClient client;
    private Taints taints = Taints.DROPPED;

    @BeforeEach
    void connect(Testbed testbed, KubernetesClient admin) {
        client = admin;
        taints = Integer.parseInt(testbed.version().split("\\.")[1]) >= 36 ? Taints.STAMPED : Taints.DROPPED;
    }

    @Override
    KubernetesClient client() {
        return Objects.requireNonNull(client);
    }

    @Override
    Taints taints() {
        return taints;
    }
}
