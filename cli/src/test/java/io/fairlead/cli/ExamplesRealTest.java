package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.junit.TestNamespace;
import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.DebianPackage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the examples become is accepted by the real API server and by libvirt. */
@RealCluster
class ExamplesRealTest {
    private static final Path DEFINITIONS = Path.of("../api/src/main/resources/crds");

    private static final Set<String> CLUSTER_SCOPED = Set.of("DeviceClass", "PCIDevice", "PCIDeviceClaim");

    @Test
    void theServerTakesTheDefinitionsAndTheExamples(KubernetesClient client, TestNamespace namespace)
            throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(DEFINITIONS, "*.yml")) {
            for (Path file : files) {
                CustomResourceDefinition definition =
                        Serialization.unmarshal(Files.readString(file), CustomResourceDefinition.class);
                client.resource(definition).serverSideApply();
                client.resource(definition).waitUntilCondition(ExamplesRealTest::isEstablished, 3, TimeUnit.MINUTES);
            }
        }
        for (Path example : Examples.all().toList()) {
            for (ManifestFiles.Manifest manifest : new ManifestFiles(System.in).read(example.toString())) {
                HasMetadata object = manifest.object();
                if (!CLUSTER_SCOPED.contains(object.getKind())) {
                    object.getMetadata().setNamespace(namespace.name());
                }
                assertThat(client.resource(object).dryRun().create())
                        .as(example + " " + manifest.title())
                        .isNotNull();
            }
        }
    }

    @Test
    void theServerTakesThePodOfEveryExample(KubernetesClient client, TestNamespace namespace) {
        for (Path example : Examples.all().toList()) {
            Pod pod = Serialization.unmarshal(Examples.pod(example).out(), Pod.class);
            pod.getMetadata().setNamespace(namespace.name());
            assertThat(client.resource(pod).dryRun().create())
                    .as(example.toString())
                    .isNotNull();
        }
    }

    @Test
    void libvirtTakesTheDomainOfEveryExample(@TempDir Path scratch) throws IOException {
        DebianPackage.require(List.of(
                new DebianPackage("libvirt-clients", "virt-xml-validate"),
                new DebianPackage("libxml2-utils", "xmllint"),
                new DebianPackage("libvirt-daemon", "/usr/share/libvirt/schemas/domain.rng")));
        for (Path example : Examples.all().toList()) {
            Path file = Files.writeString(
                    scratch.resolve("domain.xml"),
                    Examples.domain(example, scratch).out());
            Command.Result result = Command.run("virt-xml-validate", file.toString(), "domain");
            assertThat(result.succeeded()).as(example + ": " + result.output()).isTrue();
        }
    }

    private static boolean isEstablished(CustomResourceDefinition definition) {
        return definition.getStatus() != null
                && definition.getStatus().getConditions() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }
}
