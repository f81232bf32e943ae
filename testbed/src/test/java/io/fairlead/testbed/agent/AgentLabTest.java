package io.fairlead.testbed.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.node.LabNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole path on real functions: a claim, the agent in the lab machine, a pod, a QEMU in it, and back. */
@NestedLab
class AgentLabTest {
    // An emulated machine, on a machine that may have other things to do.
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SELDOM = Duration.ofSeconds(1);
    private static final String CLASS = "fairlead";
    private static final String MAC = "52:54:00:00:01:a7";
    private static final String FIRST = "0000:02:00.0";
    private static final String SECOND = "0000:02:00.1";
    private static final String CARD = "card-0000-02-00";

    private static @Nullable LabAgent agent;

    @BeforeAll
    static void theAgentRunsInTheMachine(Testbed testbed, KubernetesClient client, LabNode node) throws IOException {
        client.resource(new DeviceClassBuilder()
                        .withNewMetadata()
                        .withName(CLASS)
                        .endMetadata()
                        .withNewSpec()
                        .addNewSelector()
                        .withNewCel("device.driver == 'pci.fairlead.io'")
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
        agent = LabAgent.start(node, testbed.kubeconfig(), """
                offers:
                - match: {physicalFunctions: ["0000:01:00.0"]}
                - match: {addresses: ["0000:02:00.0"]}
                  offer: cards
                - match: {mdevTypes: ["mtty-2"]}
                """);
        patiently("devices of each kind; see " + agent.log())
                .untilAsserted(() -> assertThat(AgentNode.devices(client, node.name()))
                        .contains("pci-0000-01-10-0", "pci-0000-01-10-2", "pci-0000-01-10-4", CARD)
                        .anyMatch(name -> name.startsWith("mdev-")));
    }

    @AfterAll
    static void theAgentEnds(KubernetesClient client) {
        if (agent != null) {
            agent.close();
        }
        client.resources(DeviceClass.class).withName(CLASS).delete();
    }

    @Test
    void aVirtualFunctionACardAndAMediatedDeviceReachTheGuestAndComeBack(KubernetesClient client, LabNode node)
            throws IOException {
        Lab lab = node.lab();
        Map<String, String> values = Map.of("mac", MAC, "node", node.name(), "image", node.image());
        client.resourceList(Manifests.read("lab.yaml", values)).create();

        patiently("QEMU tells of all")
                .untilAsserted(() -> assertThat(log(client))
                        .containsSubsequence(
                                "device   4, function 0", "8086:10ca",
                                "device   5, function 0", "8086:10d3",
                                "device   5, function 1", "8086:10d3",
                                "device   6, function 0", "4348:3253"));
        String virtual = value("PCI_RESOURCE_DEVICES_VF", log(client));
        assertThat(driver(lab, virtual)).isEqualTo("vfio-pci");
        assertThat(driver(lab, FIRST)).isEqualTo("vfio-pci");
        assertThat(driver(lab, SECOND)).isEqualTo("vfio-pci");
        assertThat(physicalInterface(lab)).contains(MAC);
        assertThat(mediatedDevices(lab))
                .isEqualToIgnoringWhitespace(value("MDEV_PCI_RESOURCE_DEVICES_MDEV", log(client)));

        client.pods().withName("qemu").delete();
        patiently("all of it is back").untilAsserted(() -> {
            assertThat(driver(lab, virtual)).isEqualTo("igbvf");
            assertThat(driver(lab, FIRST)).isEqualTo("e1000e");
            assertThat(driver(lab, SECOND)).isEqualTo("e1000e");
            assertThat(physicalInterface(lab)).doesNotContain(MAC);
            assertThat(mediatedDevices(lab)).isBlank();
        });
    }

    @Test
    void aCardIsNotGivenAwayWhileTheHostUsesOneOfItsFunctions(KubernetesClient client, LabNode node) {
        String sibling = "$(ls /sys/bus/pci/devices/" + SECOND + "/net)";
        // Routes change without a word of the kernel about the device, so it is made to say one.
        String tell = "; echo change >/sys/bus/pci/devices/" + SECOND + "/uevent";
        node.lab()
                .require("ip link set " + sibling + " up; ip addr add 192.0.2.1/24 dev " + sibling
                        + "; ip route add default via 192.0.2.2 dev " + sibling + " metric 500" + tell);
        try {
            patiently("the card goes")
                    .until(() -> !AgentNode.devices(client, node.name()).contains(CARD));
            patiently("an event that names the function in the way")
                    .untilAsserted(() -> assertThat(client.v1()
                                    .events()
                                    .inNamespace("default")
                                    .list()
                                    .getItems())
                            .anySatisfy(event -> assertThat(event.getMessage())
                                    .contains(FIRST + " is not offered")
                                    .contains(SECOND + " carries the default route")));
        } finally {
            node.lab().require("ip addr flush dev " + sibling + "; ip link set " + sibling + " down" + tell);
        }
        patiently("the card comes")
                .until(() -> AgentNode.devices(client, node.name()).contains(CARD));
    }

    /** What is asked of the machine takes its time from what is waited for, so it is asked seldom. */
    private static ConditionFactory patiently(String what) {
        return await(what).atMost(LONG).pollInterval(SELDOM);
    }

    private static String log(KubernetesClient client) {
        try {
            return client.pods().withName("qemu").getLog();
        } catch (KubernetesClientException e) {
            return "";
        }
    }

    private static String value(String variable, String log) {
        return log.lines()
                .filter(line -> line.startsWith(variable + "="))
                .map(line -> line.substring(variable.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    private static String driver(Lab lab, String function) {
        return lab.sh("basename $(readlink /sys/bus/pci/devices/" + function + "/driver)")
                .output()
                .strip();
    }

    private static String mediatedDevices(Lab lab) {
        return lab.require("ls /sys/bus/mdev/devices");
    }

    private static String physicalInterface(Lab lab) {
        return lab.require("ip link show dev $(ls /sys/bus/pci/devices/0000:01:00.0/net)");
    }
}
