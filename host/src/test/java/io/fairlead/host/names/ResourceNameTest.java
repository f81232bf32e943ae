package io.fairlead.host.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.names.ResourceName.Variable;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceNameTest {
    private static final PciId ID = new PciId(0x10de, 0x00af);

    record Case(String vendor, String device, String expected) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case("NVIDIA Corporation", "GA102GL [A40]", "nvidia.com/GA102GL_A40"),
                new Case(
                        "Advanced Micro Devices, Inc. [AMD/ATI]",
                        "Navi 21/23 HDMI/DP Audio Controller",
                        "amd.com/NAVI_21_23_HDMI_DP_AUDIO_CONTROLLER"),
                new Case(
                        "Mellanox Technologies",
                        "MT28908 Family [ConnectX-6]",
                        "mellanox.com/MT28908_FAMILY_CONNECTX6"),
                new Case("Intel Corporation", "82576 Virtual Function", "intel.com/82576_VIRTUAL_FUNCTION"),
                new Case(
                        "Intel Corporation",
                        "I210 Gigabit Network Connection",
                        "intel.com/I210_GIGABIT_NETWORK_CONNECTION"),
                new Case("Red Hat, Inc.", "Virtio 1.0 GPU", "red.com/VIRTIO_1_0_GPU"),
                new Case(
                        "Samsung Electronics Co Ltd",
                        "NVMe SSD Controller SM981/PM981/PM983",
                        "samsung.com/NVME_SSD_CONTROLLER_SM981_PM981_PM983"),
                new Case(
                        "Realtek Semiconductor Co., Ltd.",
                        "RTL8111/8168/8411 PCI Express Gigabit Ethernet Controller",
                        "realtek.com/00af"),
                new Case("S3 Graphics Ltd.", "  trailing  dot.  ", "s3.com/TRAILING_DOT"),
                new Case("X-Y.Z Inc", "Ends in brackets (rev. 2)", "xyz.com/ENDS_IN_BRACKETS_REV__2"),
                new Case("[]", "Half [open", "unknown.com/HALF_OPEN"),
                new Case("Broken [bracket", "Model", "broken.com/MODEL"),
                new Case("Tab\tbed Inc", "Äöü [µ]", "tabbed.com/00af"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void namesAreMadeFromThoseOfPciIds(Case given) {
        assertThat(ResourceName.of(Optional.of(given.vendor()), Optional.of(given.device()), ID))
                .hasToString(given.expected());
    }

    @Test
    void whatPciIdsDoesNotKnowGoesByItsNumber() {
        assertThat(ResourceName.of(Optional.of("NVIDIA Corporation"), Optional.empty(), ID))
                .hasToString("nvidia.com/00af");
        assertThat(ResourceName.of(Optional.empty(), Optional.empty(), ID)).hasToString("unknown.com/00af");
    }

    @Test
    void vendorAndNameHaveSixtyLettersTogether() {
        Optional<String> vendor = Optional.of("Intel Corporation");
        String fits = "A".repeat(60 - "intel.com".length());
        assertThat(ResourceName.of(vendor, Optional.of(fits), ID).name()).isEqualTo(fits);
        assertThat(ResourceName.of(vendor, Optional.of(fits + "A"), ID).name()).isEqualTo("00af");
    }

    @Test
    void aLongVirtualFunctionIsShortenedFirst() {
        String model = "Ethernet Controller Fortyville X710 Line Virtual Function";
        assertThat(ResourceName.of(Optional.of("Intel Corporation"), Optional.of(model), ID))
                .hasToString("intel.com/ETHERNET_CONTROLLER_FORTYVILLE_X710_LINE_VF");
    }

    @Test
    void aVirtualGpuKeepsItsCaseAndHyphens() {
        assertThat(ResourceName.ofVirtualGpu("NVIDIA A2-4Q")).hasToString("nvidia.com/NVIDIA_A2-4Q");
        assertThat(ResourceName.ofVirtualGpu("GRID V1.5/8Q")).hasToString("nvidia.com/GRID_V1_5_8Q");
    }

    @Test
    void aSingleDeviceIsOfferedByTheNameOfItsObject() {
        String object = ObjectName.ofFunction("janus", PciAddress.parse("0000:23:00.2"));
        assertThat(object).isEqualTo("janus-000023002");
        assertThat(ResourceName.parse("nvidia.com/GA102GL_A40").forSingle(object))
                .hasToString("nvidia.com/janus-000023002");
    }

    @Test
    void aNetworkDeviceIsNamedInSmallLetters() {
        assertThat(ObjectName.ofNetworkDevice("Janus", "enP1s0f0")).isEqualTo("janus-enp1s0f0");
    }

    @Test
    void variablesAreCapitalsWithUnderscoresAndKeepHyphens() {
        ResourceName name = ResourceName.parse("nvidia.com/NVIDIA_A2-4Q");
        assertThat(name.variable(Variable.PCI_RESOURCE)).isEqualTo("PCI_RESOURCE_NVIDIA_COM_NVIDIA_A2-4Q");
        assertThat(name.variable(Variable.MDEV_PCI_RESOURCE)).isEqualTo("MDEV_PCI_RESOURCE_NVIDIA_COM_NVIDIA_A2-4Q");
        assertThat(ResourceName.parse("amd.com/vega.x").variable(Variable.MULTIFUNCTION_PCI_RESOURCE))
                .isEqualTo("MULTIFUNCTION_PCI_RESOURCE_AMD_COM_VEGA_X");
    }

    @Test
    void theSocketIsNamedAfterTheResource() {
        assertThat(ResourceName.parse("nvidia.com/GA102GL_A40").socket())
                .isEqualTo("kubevirt-nvidia.com-GA102GL_A40.sock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nvidia.com", "/x", "nvidia.com/"})
    void aNameWithoutVendorOrModelIsRefused(String text) {
        assertThatThrownBy(() -> ResourceName.parse(text)).hasMessageContaining("\"" + text + "\"");
    }
}
