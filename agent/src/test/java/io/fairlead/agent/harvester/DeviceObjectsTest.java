package io.fairlead.agent.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.names.ResourceName;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeviceObjectsTest {
    private final TestingHost host = TestingHost.empty();

    @Test
    void aFunctionIsDescribedAsHarvesterDoes() {
        host.function("0000:23:00.2")
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver("nvidia")
                .group(12);

        PciDevice device = only("janus-000023002");

        assertThat(device.getMetadata().getLabels()).isEqualTo(Map.of("nodename", "janus"));
        assertThat(device.getMetadata().getAnnotations())
                .isEqualTo(Map.of("harvesterhci.io/pcideviceDriver", "nvidia"));
        assertThat(device.getStatus().address()).isEqualTo("0000:23:00.2");
        assertThat(device.getStatus().vendorId()).isEqualTo("10de");
        assertThat(device.getStatus().deviceId()).isEqualTo("2331");
        assertThat(device.getStatus().classId()).isEqualTo("0302");
        assertThat(device.getStatus().iommuGroup()).isEqualTo("12");
        assertThat(device.getStatus().nodeName()).isEqualTo("janus");
        assertThat(device.getStatus().resourceName()).startsWith("nvidia.com/");
        assertThat(device.getStatus().kernelDriverInUse()).isEqualTo("nvidia");
    }

    @Test
    void aNameThatAnAdminChoseWins() {
        host.function("0000:23:00.0").group(1);
        PciDevice device = Objects.requireNonNull(objects()
                .all(Map.of("janus-000023000", ResourceName.parse("lab.example/Card")))
                .get("janus-000023000"));
        assertThat(device.getStatus().resourceName()).isEqualTo("lab.example/Card");
    }

    @Test
    void defect8AfterAVirtualFunctionTheNextDeviceHasItsOwnLabels() {
        TestingFunction physical = host.function("0000:01:00.0").driver("igb").networkInterface("Eth7");
        host.function("0000:01:10.0").virtualOf(physical, 0);
        host.function("0000:02:00.0");

        Map<String, PciDevice> all = objects().all(Map.of());

        assertThat(all.values())
                .extracting(device -> device.getMetadata().getLabels())
                .containsExactly(
                        Map.of("nodename", "janus"),
                        Map.of("nodename", "janus", "harvesterhci.io/parent-sriov-network-device", "janus-eth7"),
                        Map.of("nodename", "janus"));
    }

    @Test
    void bridgesHaveNoObjectAndTheHostsOwnHaveAReason() {
        host.function("0000:00:01.0").type(0x060400);
        host.function("0000:03:00.0")
                .type(0x020000)
                .driver("e1000e")
                .networkInterface("eth0")
                .group(3);
        host.defaultRoute("eth0");

        assertThat(objects().all(Map.of())).containsOnlyKeys("janus-000003000");
        assertThat(objects().obstacle("janus-000003000").orElseThrow()).contains("default route");
    }

    @Test
    void aDriverOfOursIsNotTakenForTheFirstOne() {
        host.function("0000:23:00.0").driver("vfio-pci").group(1);
        assertThat(only("janus-000023000").getMetadata().getAnnotations()).isEmpty();
    }

    private PciDevice only(String name) {
        return Objects.requireNonNull(objects().all(Map.of()).get(name), name);
    }

    private DeviceObjects objects() {
        return new DeviceObjects("janus", PciInventory.scan(host.root()), new FunctionNames(PciNames.excerpt()));
    }
}
