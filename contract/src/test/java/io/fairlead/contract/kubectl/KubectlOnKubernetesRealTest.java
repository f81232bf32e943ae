package io.fairlead.contract.kubectl;

import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.junit.TestNamespace;
import io.fairlead.testbed.node.RealNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

@RealCluster(nodes = 1)
class KubectlOnKubernetesRealTest extends KubectlContract {
    private List<String> kubectl = List.of();
    private String image = "";

    @BeforeEach
    void use(Testbed testbed, TestNamespace namespace, RealNode node) {
        kubectl = List.of(
                testbed.kubectl().toString(),
                "--kubeconfig=" + testbed.kubeconfig(),
                "--namespace=" + namespace.name());
        image = node.image();
    }

    @Override
    List<String> kubectl() {
        return kubectl;
    }

    @Override
    String image() {
        return image;
    }
}
