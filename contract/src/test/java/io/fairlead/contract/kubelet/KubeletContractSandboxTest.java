package io.fairlead.contract.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The simulated kubelet keeps the contract. */
class KubeletContractSandboxTest implements KubeletContract {
    private @Nullable Sandbox sandbox;
    private @Nullable SimulatedNode node;

    @BeforeEach
    void start(@TempDir Path folder) {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
        node = sandbox.addNode(NodeOptions.in(folder, 1));
    }

    @AfterEach
    void stop() {
        Objects.requireNonNull(sandbox).close();
    }

    @Override
    public ContractNode node() {
        return new Simulated(Objects.requireNonNull(sandbox), Objects.requireNonNull(node));
    }

    private record Simulated(Sandbox sandbox, SimulatedNode node) implements ContractNode {
        @Override
        public KubernetesClient client() {
            return sandbox.client();
        }

        @Override
        public String name() {
            return node.name();
        }

        @Override
        public KubeletFolder kubelet() {
            return KubeletFolder.at(node.kubeletRoot());
        }

        @Override
        public Path cdi() {
            return node.cdi();
        }

        @Override
        public String image() {
            return "registry.invalid/main";
        }

        @Override
        public void restartKubelet() {
            node.restart();
        }

        @Override
        public String seenInside(Pod pod) {
            return node.container(pod, "main").stream()
                    .flatMap(view -> Stream.concat(
                            view.env().entrySet().stream().map(Object::toString),
                            view.devices().stream().map(ContainerView.DeviceNode::path)))
                    .collect(Collectors.joining("\n"));
        }
    }
}
