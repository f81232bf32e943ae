package io.fairlead.agent.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.host.names.ResourceName;
import io.fairlead.wire.SocketPath;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceNamesTest {
    private static final Path KUBELETS = Path.of("/var/lib/kubelet/device-plugins");

    @ParameterizedTest
    @ValueSource(strings = {"nvidia.com/GA100_A100_PCIE_80GB", "intel.com/janus-000023002", "example.com/a", "a/b.c"})
    void theKubeletTakesWhatHarvesterMakes(String name) {
        assertThat(ResourceNames.problem(ResourceName.parse(name))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA.com/GPU, not a vendor's domain",
        "kubernetes.io/gpu, not a vendor's domain",
        "nvidia.com/a gpu, 'letters, digits'",
        "nvidia.com/a/b, 'letters, digits'",
        "nvidia.com/-gpu, 'letters, digits'",
        "nvidia.com/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, 'has 64 letters, at most 63'"
    })
    void whatItWouldNotTakeIsNamed(String name, String words) {
        assertThat(ResourceNames.problem(ResourceName.parse(name)))
                .hasValueSatisfying(problem -> assertThat(problem).contains(name, words));
    }

    @Test
    void aSocketHasHarvestersNameWhereThatFits() {
        ResourceName name = ResourceName.parse("nvidia.com/GA100_A100_PCIE_80GB");
        assertThat(ResourceNames.socket(name, KUBELETS)).isEqualTo("kubevirt-nvidia.com-GA100_A100_PCIE_80GB.sock");
    }

    @Test
    void aNameThatIsTooLongForASocketHasAShortOneOfItsOwn() {
        String node = "a-machine-with-a-very-long-name.example.com";
        ResourceName one = ResourceName.parse("intel.com/%s-000023002".formatted(node));
        ResourceName other = ResourceName.parse("intel.com/%s-000023003".formatted(node));
        assertThat(ResourceNames.problem(one)).isEmpty();
        assertThat(SocketPath.fits(KUBELETS.resolve(one.socket()))).isFalse();

        assertThat(SocketPath.fits(KUBELETS.resolve(ResourceNames.socket(one, KUBELETS))))
                .isTrue();
        assertThat(ResourceNames.socket(one, KUBELETS))
                .startsWith("kubevirt-")
                .endsWith(".sock")
                .isNotEqualTo(ResourceNames.socket(other, KUBELETS))
                .isEqualTo(ResourceNames.socket(one, KUBELETS));
    }
}
