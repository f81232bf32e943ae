package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.admission.Admission;
import io.fairlead.machine.admission.Hardware;
import io.fairlead.machine.domain.DomainInput;
import io.fairlead.machine.domain.DomainRenderer;
import io.fairlead.machine.domain.HostDevice.Source;
import io.fairlead.machine.launcher.LauncherOptions;
import io.fairlead.machine.launcher.LauncherPod;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a claim to the domain of the machine that gets the device, with everything in between as it is in a cluster. */
class MachineStoriesSandboxTest {
    private static final String X540 = "intel.com/ETHERNET_CONTROLLER_10GIGABIT_X540AT2";
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String AUDIO = "nvidia.com/GP104_HIGH_DEFINITION_AUDIO_CONTROLLER";
    private static final List<String> GPUS = List.of("0000:01:00.0", "0000:02:00.0", "0000:03:00.0");

    @TempDir
    private Path folder;

    private ClaimCluster cluster;
    private KubernetesClient client;

    @BeforeEach
    void aNodeCalledJanus() throws Exception {
        Cards cards = new Cards()
                .port("0000:23:00.0", 20)
                .port("0000:23:00.1", 21)
                .port("0000:23:00.2", 22)
                .port("0000:23:00.3", 23);
        for (int i = 0; i < GPUS.size(); i++) {
            cards.gpuWithAudio(GPUS.get(i).substring(0, 10), i + 1);
        }
        cluster = new ClaimCluster("janus", cards.kernel(), folder, OfferRules::none);
        client = cluster.client();
        client.nodes()
                .withName("janus")
                .edit(node -> node.edit()
                        .editMetadata()
                        .addToLabels("kubevirt.io/schedulable", "true")
                        .endMetadata()
                        .build());
        cluster.create("""
                apiVersion: kubevirt.io/v1
                kind: KubeVirt
                metadata: {name: kubevirt, namespace: default}
                spec: {configuration: {developerConfiguration: {useEmulation: true}, permittedHostDevices: {}}}
                """);
        cluster.awaitDevices(10);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void carolGivesHerThirdAndFourthPortToTheMachinesThatSheMeans() {
        for (String port : List.of("0000:23:00.2", "0000:23:00.3")) {
            cluster.create(cluster.claim(port, ", disableResourcePooling: true"));
            cluster.awaitClaim(port, "Ready");
        }
        awaitPermitted("intel.com/janus-000023002", "intel.com/janus-000023003");
        cluster.awaitAllocatable("intel.com/janus-000023002", 1);
        cluster.awaitAllocatable("intel.com/janus-000023003", 1);

        VirtualMachineInstance first = machine("a", "hostDevices: [{pciDeviceClaim: janus-000023002, name: nic3}]");
        VirtualMachineInstance second = machine("b", "hostDevices: [{pciDeviceClaim: janus-000023003, name: nic4}]");
        // The other one first: which function a machine gets does not hang on who comes first.
        assertThat(start(second)).containsExactly("0000:23:00.3");
        assertThat(start(first)).containsExactly("0000:23:00.2");
    }

    @Test
    void carolIsToldWhenTheClaimIsStillInThePool() {
        cluster.create(cluster.claim("0000:23:00.2", ""));
        cluster.awaitClaim("0000:23:00.2", "Ready");
        assertThat(refusals(machine("a", "hostDevices: [{pciDeviceClaim: janus-000023002, name: nic3}]")))
                .singleElement()
                .asString()
                .contains("is in the pool of its model; set its disableResourcePooling to true");
        awaitPermitted(X540);
    }

    /** Harvester adds siblings to a machine when it is created, and forgets them when it is changed. */
    @Test
    void defect2ASiblingComesAlongAlsoWhenTheMachineIsChangedLater() {
        cluster.create(cluster.claim(GPUS.get(0), "") + cluster.claim(GPUS.get(1), ""));
        awaitPermitted(GPU);
        cluster.awaitAllocatable(GPU, 2);
        assertThat(start(machine("before", "gpus: [{name: gpu, deviceName: %s}]".formatted(GPU))))
                .hasSize(1);

        permit("10de:10f0", AUDIO);
        VirtualMachineInstance changed = machine(
                "after",
                "gpus: [{name: gpu, deviceName: %s}], hostDevices: [{name: sound, deviceName: %s}]"
                        .formatted(GPU, AUDIO));
        List<String> given = start(changed);
        assertThat(given)
                .hasSize(2)
                .allSatisfy(address ->
                        assertThat(address).startsWith(given.getFirst().substring(0, 10)));
    }

    /** Harvester removes them from a list by numbers that are wrong after the first. */
    @Test
    void defect9TwoAndThreeGpusOfOneMachineAllGetThere() {
        GPUS.forEach(gpu -> cluster.create(cluster.claim(gpu, "")));
        awaitPermitted(GPU);
        cluster.awaitAllocatable(GPU, 3);
        String gpus = Stream.of("a", "b", "c")
                .map(name -> "{name: %s, deviceName: %s}".formatted(name, GPU))
                .collect(Collectors.joining(", ", "gpus: [", "]"));
        assertThat(start(machine("bill", gpus))).containsExactlyInAnyOrderElementsOf(GPUS);
    }

    private static VirtualMachineInstance machine(String name, String devices) {
        return read("""
                apiVersion: kubevirt.io/v1
                kind: VirtualMachineInstance
                metadata: {name: %s, namespace: default}
                spec:
                  domain:
                    devices: {autoattachPodInterface: false, %s}
                    resources: {requests: {memory: 64Mi}}
                """.formatted(name, devices), VirtualMachineInstance.class);
    }

    /** Takes a machine all the way, and says which functions of the host its domain has. */
    private List<String> start(VirtualMachineInstance asked) {
        assertThat(refusals(asked)).isEmpty();
        VirtualMachineInstance machine = client.resource(asked).create();
        Pod pod = LauncherPod.render(
                machine, config(), new LauncherOptions("registry.invalid/launcher", List.of(), devices(), Set.of()));
        ContainerView seen = cluster.run(pod);
        return DomainRenderer.render(DomainInput.of(machine, config()).withEnvironment(Map.copyOf(seen.env())))
                .domain()
                .devices()
                .hostDevices()
                .stream()
                .flatMap(device -> device.source() instanceof Source.Pci pci ? Stream.of(pci) : Stream.empty())
                .map(pci -> pci.address().toString())
                .toList();
    }

    private List<String> refusals(VirtualMachineInstance machine) {
        Hardware hardware = new Hardware(
                devices(), client.resources(PciDeviceClaim.class).list().getItems(), List.of(), Set.of("janus"));
        return new Admission(config(), Optional.of(hardware))
                .review(machine).list().stream()
                        .map(cause -> cause.field() + ": " + cause.message())
                        .toList();
    }

    private List<PciDevice> devices() {
        return client.resources(PciDevice.class).list().getItems();
    }

    private ClusterConfig config() {
        return ClusterConfig.of(client.resources(KubeVirt.class)
                .inNamespace("default")
                .withName("kubevirt")
                .get());
    }

    /** Until the agent has put these names on KubeVirt's list. */
    private void awaitPermitted(String... resources) {
        await().atMost(ClaimCluster.LONG)
                .untilAsserted(
                        () -> assertThat(config().permitted().orElse(Set.of())).contains(resources));
    }

    /** As an admin does. */
    private void permit(String selector, String resource) {
        client.resources(KubeVirt.class)
                .inNamespace("default")
                .withName("kubevirt")
                .patch(
                        PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"add\",\"path\":\"/spec/configuration/permittedHostDevices/pciHostDevices/-\",\"value\":{\"pciVendorSelector\":\"%s\",\"resourceName\":\"%s\",\"externalResourceProvider\":true}}]"
                                .formatted(selector, resource));
    }

    private static <T> T read(String yaml, Class<T> type) {
        return new KubernetesSerialization().unmarshal("---\n" + yaml, type);
    }
}
