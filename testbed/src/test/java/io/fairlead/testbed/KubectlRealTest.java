package io.fairlead.testbed;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.testbed.parts.Part;
import io.fairlead.testbed.parts.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The embedded cluster, with the kubectl that people have. */
class KubectlRealTest extends KubectlContract {
    private Optional<Sandbox> sandbox = Optional.empty();
    private List<String> kubectl = List.of();

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        String version = Part.KUBERNETES_VERSIONS.getFirst();
        Optional<String> missing = Testbed.missing(version, 0);
        assumeTrue(missing.isEmpty() || "true".equals(System.getenv("CI")), missing::orElseThrow);
        Path binaries = Parts.ofUser().binaries(Part.kubernetes(version));
        Sandbox started = Sandbox.start(SandboxOptions.defaults());
        sandbox = Optional.of(started);
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), started.kubeconfig());
        kubectl = List.of(binaries.resolve("kubectl").toString(), "--kubeconfig=" + kubeconfig);
    }

    @AfterEach
    void stop() {
        sandbox.ifPresent(Sandbox::close);
    }

    @Override
    List<String> kubectl() {
        return kubectl;
    }

    @Override
    String image() {
        return "busybox";
    }
}
