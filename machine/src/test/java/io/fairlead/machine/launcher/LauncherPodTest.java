package io.fairlead.machine.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fairlead.api.cni.NetworkAttachmentDefinition;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Manifests;
import io.fairlead.machine.UnrenderableException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherPodTest {
    private static final LauncherOptions OPTIONS = LauncherOptions.of("fairlead:1");
    private static final long MIB = 1 << 20;

    @Test
    void everyRequestOfASharedClaimReachesTheContainer() {
        Pod pod = render("""
                resourceClaims: [{name: c, resourceClaimName: mine}, {name: t, resourceClaimTemplateName: made}]
                domain:
                  devices:
                    gpus: [{name: a, claimName: c, requestName: gpu-0}, {name: b, claimName: c, requestName: gpu-1}]
                    hostDevices: [{name: h, claimName: t, requestName: nic}]
                    interfaces: [{name: n, sriov: {}}]
                networks: [{name: n, resourceClaim: {claimName: t, requestName: vf}}]
                """);
        assertThat(pod.getSpec().getResourceClaims())
                .extracting("name", "resourceClaimName", "resourceClaimTemplateName")
                .containsExactly(tuple("c", "mine", null), tuple("t", null, "made"));
        assertThat(compute(pod).getResources().getClaims())
                .extracting("name", "request")
                .containsExactly(tuple("c", "gpu-0"), tuple("c", "gpu-1"), tuple("t", "nic"), tuple("t", "vf"));
    }

    @Test
    void aClosedGateKeepsItsDevicesOutOfTheContainer() {
        Pod pod = render("""
                resourceClaims: [{name: c, resourceClaimName: mine}]
                domain: {devices: {gpus: [{name: a, claimName: c, requestName: g}], hostDevices: [{name: h, claimName: c, requestName: h}]}}
                """, "developerConfiguration: {disabledFeatureGates: [GPUsWithDRA]}");
        assertThat(compute(pod).getResources().getClaims())
                .extracting("request")
                .containsExactly("h");
        assertThat(pod.getSpec().getResourceClaims()).hasSize(1);
    }

    @Test
    void devicePluginResourcesAreCounted() {
        Pod pod = render("""
                domain:
                  devices:
                    gpus: [{name: a, deviceName: nvidia.com/A100}, {name: b, deviceName: nvidia.com/A100}]
                    hostDevices: [{name: c, deviceName: intel.com/qat}]
                """);
        assertThat(compute(pod).getResources().getLimits())
                .containsEntry("nvidia.com/A100", new Quantity("2"))
                .containsEntry("intel.com/qat", new Quantity("1"))
                .containsEntry("devices.kubevirt.io/kvm", new Quantity("1"))
                .doesNotContainKey("devices.kubevirt.io/tun");
        assertThat(compute(pod).getResources().getRequests()).containsEntry("nvidia.com/A100", new Quantity("2"));
    }

    @Test
    void aPickedFunctionIsAskedForUnderItsOwnName() {
        PciDevice nic = Manifests.read(
                "{metadata: {name: janus-000023002}, status: {resourceName: intel.com/X540}}", PciDevice.class);
        Pod pod = LauncherPod.render(
                Manifests.instance("domain: {devices: {hostDevices: [{name: n, pciDeviceClaim: janus-000023002}]}}"),
                ClusterConfig.DEFAULT,
                new LauncherOptions("fairlead:1", List.of(), List.of(nic), Set.of()));
        assertThat(compute(pod).getResources().getLimits()).containsKey("intel.com/janus-000023002");
        assertThatThrownBy(() -> render("domain: {devices: {hostDevices: [{name: n, pciDeviceClaim: x}]}}"))
                .isInstanceOf(UnrenderableException.class)
                .hasMessageContaining("pciDeviceClaim \"x\" is unknown");
    }

    /** What a machine asks for, and what its pod does then, where some GPUs have a sound card in their IOMMU group. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, '{nvidia.com/GPU=1}'",
        "2, 2, '{nvidia.com/GPU=2}'",
        "2, 1, '{nvidia.com/GPU=2}'",
        "1, 2, '{nvidia.com/AUDIO=1, nvidia.com/GPU=1}'",
        "0, 1, '{nvidia.com/AUDIO=1}'"
    })
    void aGpuBringsItsSiblingAlong(int gpus, int sounds, String requests) {
        assertThat(folded(List.of(gpuWithSound("node1", 1), gpuWithSound("node2", 7)), gpus, sounds))
                .hasToString(requests);
    }

    @Test
    void aSiblingThatIsNotEverywhereIsAskedForByItself() {
        List<PciDevice> alone = List.of(function("node2", "0000:02:00.0", 3, "nvidia.com/GPU"));
        assertThat(folded(List.of(gpuWithSound("node1", 1), alone), 1, 1))
                .hasToString("{nvidia.com/AUDIO=1, nvidia.com/GPU=1}");
    }

    @Test
    void functionsThatTheIommuPartsAreAskedForEach() {
        List<PciDevice> apart = List.of(
                function("node1", "0000:01:00.0", 1, "nvidia.com/GPU"),
                function("node1", "0000:01:00.1", 2, "nvidia.com/AUDIO"));
        assertThat(folded(List.of(apart), 1, 1)).hasToString("{nvidia.com/AUDIO=1, nvidia.com/GPU=1}");
    }

    private static Map<String, Quantity> folded(List<List<PciDevice>> nodes, int gpus, int sounds) {
        String spec = "domain: {devices: {gpus: [%s], hostDevices: [%s]}}"
                .formatted(asks("gpu", "nvidia.com/GPU", gpus), asks("sound", "nvidia.com/AUDIO", sounds));
        List<PciDevice> devices = nodes.stream().flatMap(List::stream).toList();
        Pod pod = LauncherPod.render(
                Manifests.instance(spec),
                ClusterConfig.DEFAULT,
                new LauncherOptions("fairlead:1", List.of(), devices, Set.of()));
        Map<String, Quantity> limits = new TreeMap<>(compute(pod).getResources().getLimits());
        limits.keySet().removeIf(resource -> !resource.startsWith("nvidia.com/"));
        return limits;
    }

    private static String asks(String name, String resource, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{name: " + name + i + ", deviceName: " + resource + "}")
                .collect(Collectors.joining(", "));
    }

    private static List<PciDevice> gpuWithSound(String node, int group) {
        return List.of(
                function(node, "0000:01:00.1", group, "nvidia.com/AUDIO"),
                function(node, "0000:01:00.0", group, "nvidia.com/GPU"));
    }

    private static PciDevice function(String node, String address, int group, String resource) {
        return Manifests.read(
                "{status: {nodeName: %s, address: '%s', iommuGroup: '%d', classId: '0300', resourceName: %s}}"
                        .formatted(node, address, group, resource),
                PciDevice.class);
    }

    @Test
    void aDeviceThatIsNotPermittedIsRefused() {
        assertThatThrownBy(() -> render(
                        "domain: {devices: {gpus: [{name: a, deviceName: v/m}]}}",
                        "permittedHostDevices: {pciHostDevices: [{resourceName: v/n}]}"))
                .hasMessage("GPU v/m is not permitted in permittedHostDevices configuration");
    }

    @Test
    void passthroughPinsMemoryOfItsOwn() {
        long plain = memory(render("domain: {memory: {guest: 1Gi}, cpu: {cores: 2}}"));
        assertThat(plain).isEqualTo((1024 + 220 + 2 + 16 + 8 + 32) * MIB);
        long vfio = memory(render(
                "domain: {memory: {guest: 1Gi}, cpu: {cores: 2}, devices: {gpus: [{name: a, deviceName: v/m}]}}"));
        assertThat(vfio - plain).isEqualTo(1024 * MIB);
    }

    @Test
    void hugepagesHoldTheGuestAndDedicatedCpusAreGuaranteed() {
        Container compute = compute(
                render(
                        "domain: {memory: {guest: 2Gi, hugepages: {pageSize: 2Mi}}, cpu: {cores: 4, dedicatedCpuPlacement: true}}"));
        assertThat(compute.getResources().getLimits())
                .containsEntry("hugepages-2Mi", new Quantity(Long.toString(2048 * MIB)))
                .containsEntry("cpu", new Quantity("4"));
        assertThat(compute.getResources().getLimits().get("memory"))
                .isEqualTo(compute.getResources().getRequests().get("memory"));
    }

    @Test
    void sidecarsComeOncePerPluginInTheOrderOfNames() {
        Pod pod = render("""
                domain:
                  devices:
                    interfaces:
                    - {name: red, binding: {name: zebra}}
                    - {name: blue, binding: {name: ant, queues: 4}}
                    - {name: green, binding: {name: zebra}}
                networks: [{name: red, pod: {}}, {name: blue, multus: {networkName: other/blue-net}}, {name: green, multus: {networkName: g}}]
                """, """
                supportContainerResources: [{type: sidecar, resources: {limits: {cpu: 1}}}]
                network:
                  binding:
                    zebra: {sidecarImage: z, domainAttachmentType: tap}
                    ant: {sidecarImage: a, sidecarResources: {requests: {vendor.com/x: 2}}, downwardAPI: device-info, colour: red,
                          networkAttachmentDefinition: default/ant-binding}
                """);
        assertThat(pod.getSpec().getContainers())
                .extracting(Container::getName)
                .containsExactly("compute", "hook-sidecar-0", "hook-sidecar-1");
        Container ant = pod.getSpec().getContainers().get(1);
        assertThat(ant.getImage()).isEqualTo("a");
        assertThat(ant.getResources().getRequests()).isEqualTo(Map.of("vendor.com/x", new Quantity("2")));
        assertThat(ant.getEnv())
                .extracting("name", "value")
                .containsExactly(
                        tuple("CONTAINER_NAME", "hook-sidecar-0"),
                        tuple("NETWORK_BINDING_PLUGIN_NAME", "ant"),
                        tuple(
                                "NETWORK_BINDING_PLUGIN_CONFIG",
                                "{\"plugin\":{\"colour\":\"red\"},\"interfaces\":{\"blue\":{\"queues\":4}}}"));
        assertThat(ant.getVolumeMounts())
                .extracting(VolumeMount::getMountPath, VolumeMount::getSubPath)
                .containsExactly(tuple("/var/run/kubevirt-hooks", "hook-sidecar-0"), tuple("/etc/podinfo", null));
        Container zebra = pod.getSpec().getContainers().get(2);
        assertThat(zebra.getResources().getLimits()).isEqualTo(Map.of("cpu", new Quantity("1")));
        assertThat(zebra.getVolumeMounts()).hasSize(1);
        assertThat(zebra.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(pod.getMetadata().getAnnotations().get(NetworkAnnotations.NETWORKS))
                .isEqualTo("[{\"name\":\"blue-net\",\"namespace\":\"other\",\"interface\":\"pod16477688c0e\"},"
                        + "{\"name\":\"ant-binding\",\"namespace\":\"default\",\"cni-args\":{\"logicNetworkName\":\"blue\",\"colour\":\"red\",\"queues\":4}},"
                        + "{\"name\":\"g\",\"namespace\":\"default\",\"interface\":\"podba4788b226a\"}]");
        assertThat(compute(pod).getArgs()).endsWith("--hook-sidecars", "2");
        assertThat(compute(pod).getVolumeMounts())
                .extracting(VolumeMount::getMountPath)
                .contains("/var/run/kubevirt-hooks", "/etc/podinfo");
    }

    @Test
    void aSidecarHasResourcesWhereThePodMustBeGuaranteed() {
        Pod pod = render(
                "{domain: {cpu: {dedicatedCpuPlacement: true}, devices: {interfaces: [{name: n, binding: {name: p}}]}}, networks: [{name: n, pod: {}}]}",
                "network: {binding: {p: {sidecarImage: i}}}");
        assertThat(pod.getSpec().getContainers().get(1).getResources().getLimits())
                .isEqualTo(Map.of("cpu", new Quantity("200m"), "memory", new Quantity("64M")));
    }

    @Test
    void sriovOverMultusGetsItsResourceAndItsDeviceInfo() {
        NetworkAttachmentDefinition definition = Manifests.read(
                "{metadata: {name: sriov-net, namespace: default, annotations: {k8s.v1.cni.cncf.io/resourceName: intel.com/vf}}}",
                NetworkAttachmentDefinition.class);
        Pod pod = LauncherPod.render(
                Manifests.instance("""
                        domain: {devices: {interfaces: [{name: red, sriov: {}, macAddress: 'de:ad:00:00:be:ef'}]}}
                        networks: [{name: red, multus: {networkName: sriov-net}}]
                        """),
                ClusterConfig.DEFAULT,
                new LauncherOptions("fairlead:1", List.of(definition), List.of(), Set.of()));
        assertThat(compute(pod).getResources().getLimits()).containsEntry("intel.com/vf", new Quantity("1"));
        assertThat(pod.getMetadata().getAnnotations())
                .containsEntry(
                        "k8s.v1.cni.cncf.io/networks",
                        "[{\"name\":\"sriov-net\",\"namespace\":\"default\",\"interface\":\"podb1f51a511f1\",\"mac\":\"de:ad:00:00:be:ef\"}]");
        Volume info = pod.getSpec().getVolumes().getLast();
        assertThat(info.getName()).isEqualTo("network-info-annotation");
        assertThat(info.getDownwardAPI().getItems().getFirst().getFieldRef().getFieldPath())
                .isEqualTo("metadata.annotations['kubevirt.io/network-info']");
    }

    @Test
    void aClaimedNetworkTellsItsDriverTheAddress() {
        Pod pod = render("""
                resourceClaims: [{name: sriov, resourceClaimName: x}]
                domain: {devices: {interfaces: [{name: n, sriov: {}, macAddress: 'de:ad:00:00:be:ef'}]}}
                networks: [{name: n, resourceClaim: {claimName: sriov, requestName: vf}}]
                """);
        assertThat(pod.getMetadata().getAnnotations())
                .containsEntry(
                        "kubevirt.io/dra-networks",
                        "[{\"claimName\":\"sriov\",\"requestName\":\"vf\",\"mac\":\"de:ad:00:00:be:ef\"}]")
                .doesNotContainKey("k8s.v1.cni.cncf.io/networks");
    }

    @Test
    void volumesAreWhereTheDomainLooksForThem() {
        Pod pod = LauncherPod.render(
                Manifests.instance("""
                        domain: {firmware: {kernelBoot: {container: {image: k, kernelPath: /boot/vmlinuz}}}}
                        volumes:
                        - {name: root, containerDisk: {image: fedora, imagePullSecret: s}}
                        - {name: data, persistentVolumeClaim: {claimName: fs}}
                        - {name: raw, dataVolume: {name: block}}
                        - {name: host, hostDisk: {path: /data/disk.img, type: DiskOrCreate}}
                        - {name: scratch, emptyDisk: {capacity: 1Gi}}
                        - {name: init, cloudInitNoCloud: {secretRef: {name: secret}}}
                        """),
                ClusterConfig.DEFAULT,
                new LauncherOptions("fairlead:1", List.of(), List.of(), Set.of("block")));
        assertThat(compute(pod).getVolumeMounts())
                .extracting(VolumeMount::getName, VolumeMount::getMountPath)
                .contains(
                        tuple("root", "/var/run/kubevirt/container-disks/root"),
                        tuple("data", "/var/run/kubevirt-private/vmi-disks/data"),
                        tuple("host", "/var/run/kubevirt-private/vmi-disks/host"),
                        tuple("init", "/var/run/kubevirt-private/secret/init"),
                        tuple("kernel-boot", "/var/run/kubevirt/kernel-boot"));
        assertThat(compute(pod).getVolumeDevices())
                .extracting("name", "devicePath")
                .containsExactly(tuple("raw", "/dev/raw"));
        assertThat(pod.getSpec().getImagePullSecrets()).extracting("name").containsExactly("s");
        assertThat(pod.getSpec().getVolumes()).extracting(Volume::getName).doesNotContain("scratch");
    }

    @Test
    void thePodRunsWithoutPrivilegesAndBelongsToItsInstance() {
        Pod pod = render("{domain: {}, nodeSelector: {zone: a}, terminationGracePeriodSeconds: 5}");
        assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(compute(pod).getSecurityContext().getAllowPrivilegeEscalation())
                .isFalse();
        assertThat(compute(pod).getSecurityContext().getCapabilities().getDrop())
                .containsExactly("ALL");
        assertThat(compute(pod).getSecurityContext().getPrivileged()).isNull();
        assertThat(pod.getSpec().getNodeSelector())
                .isEqualTo(Map.of("zone", "a", "kubevirt.io/schedulable", "true", "kubernetes.io/arch", "amd64"));
        assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(35);
        assertThat(pod.getMetadata().getLabels())
                .containsEntry("kubevirt.io", "virt-launcher")
                .containsEntry("kubevirt.io/created-by", "8ffb7e04-6c4b-4fc7-bbaa-c60d9a1e0eaa");
        assertThat(pod.getMetadata().getOwnerReferences())
                .extracting("kind", "name", "controller")
                .containsExactly(tuple("VirtualMachineInstance", "example", true));
    }

    @Test
    void theSameInstanceGivesTheSamePod() {
        String spec = "domain: {devices: {gpus: [{name: a, deviceName: v/m}]}}";
        assertThat(render(spec)).isEqualTo(render(spec));
    }

    private static Pod render(String spec) {
        return render(spec, "{}");
    }

    private static Pod render(String spec, String config) {
        return LauncherPod.render(Manifests.instance(spec), Manifests.config(config), OPTIONS);
    }

    private static Container compute(Pod pod) {
        return pod.getSpec().getContainers().getFirst();
    }

    private static long memory(Pod pod) {
        Map<String, Quantity> requests = compute(pod).getResources().getRequests();
        return requests.getOrDefault("memory", new Quantity("0"))
                .getNumericalAmount()
                .longValueExact();
    }
}
