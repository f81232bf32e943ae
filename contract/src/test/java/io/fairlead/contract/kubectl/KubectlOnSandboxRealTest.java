package io.fairlead.contract.kubectl;

import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The real kubectl, which the testbed brings, against the embedded cluster. */
@RealCluster
class KubectlOnSandboxRealTest extends KubectlContract {
    @TempDir
    private Path folder;

    private Sandbox sandbox;
    private List<String> kubectl = List.of();

    @BeforeEach
    void start(Testbed testbed) throws IOException {
        sandbox = Sandbox.start(SandboxOptions.defaults());
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), sandbox.kubeconfig());
        kubectl = List.of(testbed.kubectl().toString(), "--kubeconfig=" + kubeconfig);
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    @Override
    List<String> kubectl() {
        return kubectl;
    }

    @Override
    String image() {
        return "registry.example/pause:1";
    }
}
