package io.fairlead.contract.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The real kubelet keeps the contract too: this is what makes it one. */
@RealCluster(nodes = 1)
class KubeletContractRealTest implements KubeletContract {
    private @Nullable ContractNode node;

    @BeforeEach
    void connect(KubernetesClient client, RealNode real) {
        node = new Real(client, real);
    }

    /** Not of a namespace, so they would outlive the test. */
    @AfterEach
    void removeWhatOtherTestsWouldSee(KubernetesClient client) {
        client.resources(DeviceClass.class).withName(ContractDriver.NAME).delete();
        client.resources(ResourceSlice.class)
                .withField("spec.driver", ContractDriver.NAME)
                .delete();
    }

    @Override
    public ContractNode node() {
        return Objects.requireNonNull(node);
    }

    private record Real(KubernetesClient client, RealNode node) implements ContractNode {
        @Override
        public String name() {
            return node.name();
        }

        @Override
        public KubeletFolder kubelet() {
            return KubeletFolder.ofOtherRoot(node.kubeletRoot());
        }

        @Override
        public Path cdi() {
            return node.cdi();
        }

        @Override
        public String image() {
            return node.image();
        }

        @Override
        public void restartKubelet() {
            node.restartKubelet();
        }

        @Override
        public String seenInside(Pod pod) {
            try {
                return client.pods().withName(pod.getMetadata().getName()).getLog();
            } catch (KubernetesClientException _) {
                // A kubelet that has just started does not know its containers yet.
                return "";
            }
        }
    }
}
