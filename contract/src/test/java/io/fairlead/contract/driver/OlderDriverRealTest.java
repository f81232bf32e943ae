package io.fairlead.contract.driver;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;

@RealCluster(nodes = 1, kubernetes = "1.34.4")
class OlderDriverRealTest extends DriverRealTest {
    /** No test here: this kubelet does not ask for the health of devices yet. */
    @Override
    void howADeviceIsShowsInTheStatusOfItsPod(KubernetesClient client, RealNode node) {}
}
