package io.fairlead.agent.plugin;

import static io.fairlead.agent.plugin.PluginHost.AUDIO;
import static io.fairlead.agent.plugin.PluginHost.GPU;
import static io.fairlead.agent.plugin.PluginHost.NIC;
import static io.fairlead.agent.plugin.PluginHost.cards;
import static io.fairlead.agent.plugin.PluginHost.claim;
import static io.fairlead.agent.plugin.PluginHost.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.names.ResourceName;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.DevicePlugin.Allocation;
import io.fairlead.kubelet.DevicePlugin.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private final PluginHost host = new PluginHost()
            .gpuWithAudio("0000:01:00", 11)
            .gpuWithAudio("0000:02:00", 12)
            .twoPorts("0000:05:00", 15);

    @Test
    void aContainerIsToldItsDevicesAndGetsTheirGroups() throws Exception {
        Allocation answer = answer(wanted(claim("0000:01:00.0"), claim("0000:02:00.0")), GPU, "0000:02:00.0");

        assertThat(answer.env()).containsEntry("PCI_RESOURCE_NVIDIA_COM_GPU", "0000:02:00.0");
        assertThat(answer.nodes())
                .containsExactly(
                        new Node("/dev/vfio/vfio", "/dev/vfio/vfio", "mrw"),
                        new Node("/dev/vfio/12", "/dev/vfio/12", "mrw"));
    }

    @Test
    void aFunctionThatComesAlongIsToldUnderItsOwnNameInTheOrderOfTheFirst() throws Exception {
        Allocation answer =
                answer(wanted(claim("0000:01:00.0"), claim("0000:02:00.0")), GPU, "0000:01:00.0", "0000:02:00.0");

        assertThat(answer.env())
                .containsOnly(
                        Map.entry("PCI_RESOURCE_NVIDIA_COM_GPU", "0000:01:00.0,0000:02:00.0"),
                        Map.entry("PCI_RESOURCE_NVIDIA_COM_AUDIO", "0000:01:00.1,0000:02:00.1"));
    }

    @Test
    void aCompanionThatIsAskedForByNameTellsTheSameAsItsGpu() throws Exception {
        Wanted all = wanted(claim("0000:01:00.0"), claim("0000:01:00.1"));

        assertThat(answer(all, AUDIO, "0000:01:00.1").env())
                .containsExactlyEntriesOf(Map.of("PCI_RESOURCE_NVIDIA_COM_AUDIO", "0000:01:00.1"));
        assertThat(answer(all, GPU, "0000:01:00.0").env())
                .containsEntry("PCI_RESOURCE_NVIDIA_COM_AUDIO", "0000:01:00.1");
    }

    @Test
    void aWholeCardIsToldByFunctionZeroAndBringsEveryGroup() throws Exception {
        Allocation answer = answer(cards(NIC, claim("0000:05:00.0")), NIC, "0000:05:00.0");

        assertThat(answer.env())
                .containsExactlyEntriesOf(
                        Map.of("MULTIFUNCTION_PCI_RESOURCE_INTEL_COM_ETHERNET_CONTROLLER_X540", "0000:05:00.0"));
        assertThat(answer.nodes())
                .extracting(Node::containerPath)
                .containsExactly("/dev/vfio/vfio", "/dev/vfio/15", "/dev/vfio/16");
    }

    @Test
    void defect6NoAddressIsToldTwiceAndNothingOfAnotherContainerIsTold() throws Exception {
        Wanted both = wanted(claim("0000:01:00.0"), claim("0000:02:00.0"));
        Allocation first = answer(both, GPU, "0000:01:00.0");
        Allocation second = answer(both, GPU, "0000:02:00.0");

        assertThat(first.env().values()).containsExactlyInAnyOrder("0000:01:00.0", "0000:01:00.1");
        assertThat(second.env().values()).containsExactlyInAnyOrder("0000:02:00.0", "0000:02:00.1");
        assertThat(second.nodes())
                .extracting(Node::hostPath)
                .doesNotContain("/dev/vfio/11")
                .doesNotHaveDuplicates();
    }

    @Test
    void functionsHaveNodesOfTheirOwnWhereTheKernelHasThem() throws Exception {
        host.testing().root().directory("sys/devices/pci0000:00/0000:01:00.0/vfio-dev/vfio3");
        host.testing().root().directory("sys/devices/pci0000:00/0000:01:00.1/vfio-dev/vfio4");
        host.testing().root().file("dev/vfio/devices/vfio3", "");

        assertThat(answer(wanted(claim("0000:01:00.0")), GPU, "0000:01:00.0").nodes())
                .extracting(Node::containerPath)
                .containsExactly("/dev/vfio/vfio", "/dev/vfio/11", "/dev/vfio/devices/vfio3");
    }

    private Allocation answer(Wanted wanted, ResourceName name, String... ids) throws KernelException {
        SimulatedKernel kernel = host.kernel();
        Catalog catalog = host.catalog(wanted, LedgerState.empty("boot"));
        List<Listed> devices = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        for (String id : ids) {
            Listed device = catalog.device(name, id).orElseThrow();
            devices.add(device);
            nodes.addAll(new DeviceNodes(kernel).of(device));
        }
        return Answers.of(name, devices, nodes, Path.of("/dev"));
    }
}
