package io.fairlead.machine.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingHost;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Manifests;
import io.fairlead.machine.UnrenderableException;
import io.fairlead.machine.domain.DomainRenderer.Rendering;
import io.fairlead.machine.domain.HostDevice.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DomainRendererTest {
    private static final String UUID = "b1ae8bf6-38b0-4c81-9d44-78ce3f520496";
    private static final String CLAIM =
            "resourceClaims: [{name: c, resourceClaimTemplateName: t}, {name: d, resourceClaimName: mine}]\n";

    @Test
    void devicesComeInKubeVirtsOrderUnderItsAliases() {
        Rendering rendering = DomainRenderer.render(input(CLAIM + """
                domain:
                  devices:
                    gpus: [{name: g1, deviceName: nvidia.com/T4}, {name: g2, deviceName: nvidia.com/T4}]
                    hostDevices:
                    - {name: h1, claimName: d, requestName: r}
                    - {name: h2, deviceName: intel.com/mdev}
                    - {name: h3, deviceName: intel.com/qat}
                    interfaces: [{name: red, sriov: {}}, {name: blue, sriov: {}}]
                networks: [{name: red, resourceClaim: {claimName: c, requestName: vf}}, {name: blue, multus: {networkName: x}}]
                """)
                .withEnvironment(Map.of(
                        "PCI_RESOURCE_NVIDIA_COM_T4", "0000:3b:00.0,0000:3c:00.0,",
                        "PCI_RESOURCE_INTEL_COM_QAT", "0000:3d:01.0",
                        "MDEV_PCI_RESOURCE_INTEL_COM_MDEV", UUID))
                .withMetadata(new MetadataFiles(Map.of(
                        "resourceclaims/mine/r/d.example-metadata.json", metadata("r", "0000:65:00.0"),
                        "resourceclaimtemplates/c/vf/d.example-metadata.json", metadata("vf/sub", "0000:66:00.1"))))
                .withNetworkDevices(Map.of("blue", "0000:67:00.2")));
        assertThat(passed(rendering))
                .containsExactly(
                        "hostdevice-h3 0000:3d:01.0",
                        "hostdevice-h2 " + UUID,
                        "dra-hostdevice-h1 0000:65:00.0",
                        "gpu-g1 0000:3b:00.0",
                        "gpu-g2 0000:3c:00.0",
                        "sriov-blue 0000:67:00.2",
                        "sriov-red 0000:66:00.1");
        assertThat(rendering.warnings()).isEmpty();
        assertThat(rendering.domain().toXml())
                .contains("<hostdev mode='subsystem' type='pci' managed='no'>")
                .contains("<address domain='0x0000' bus='0x3b' slot='0x00' function='0x0'/>")
                .contains("<alias name='ua-gpu-g1'/>");
    }

    @Test
    void theStatusTellsWhatNoFileTells() {
        VirtualMachineInstance instance = Manifests.read("""
                metadata: {name: example, namespace: default}
                spec:
                  resourceClaims: [{name: c, resourceClaimTemplateName: t}]
                  domain: {devices: {gpus: [{name: g, claimName: c, requestName: r}], interfaces: [{name: n, sriov: {}}]}}
                  networks: [{name: n, resourceClaim: {claimName: c, requestName: vf}}]
                status:
                  deviceStatus:
                    gpuStatuses: [{name: g, deviceResourceClaimStatus: {attributes: {mDevUUID: b1ae8bf6-38b0-4c81-9d44-78ce3f520496}}}]
                    hostDeviceStatuses: [{name: n, deviceResourceClaimStatus: {attributes: {pciAddress: '0000:05:00.1'}}}]
                """, VirtualMachineInstance.class);
        DomainInput input = DomainInput.of(instance, ClusterConfig.DEFAULT);
        assertThat(passed(DomainRenderer.render(input))).containsExactly("dra-gpu-g " + UUID, "sriov-n 0000:05:00.1");
        assertThat(passed(DomainRenderer.render(input.withMetadata(new MetadataFiles(
                        Map.of("resourceclaimtemplates/c/r/d-metadata.json", metadata("r", "0000:65:00.0")))))))
                .containsExactly("dra-gpu-g 0000:65:00.0", "sriov-n 0000:05:00.1");
    }

    @Test
    void theEnvironmentTellsWhatNeitherFileNorStatusTells() {
        assertThat(passed(DomainRenderer.render(
                        input(CLAIM + "domain: {devices: {gpus: [{name: g, claimName: c, requestName: r}]}}")
                                .withEnvironment(Map.of("PCI_RESOURCE_C_R", "0000:65:00.0")))))
                .containsExactly("dra-gpu-g 0000:65:00.0");
    }

    @Test
    void ofSeveralDevicesTheFirstIsUsedWithAWarning() {
        String two = """
                {"apiVersion": "metadata.resource.k8s.io/v9", "requests": 3}
                {"apiVersion": "metadata.resource.k8s.io/v1beta1", "kind": "DeviceMetadata", "requests": [{"name": "r", "devices": [
                  {"driver": "d", "name": "one", "attributes": {"mdevUUID": {"string": "%s"}, "resource.kubernetes.io/pciBusID": {"string": "0000:65:00.0"}}},
                  {"driver": "d", "name": "two", "attributes": {"resource.kubernetes.io/pciBusID": {"string": "0000:66:00.0"}}}]}]}
                """.formatted(UUID);
        Rendering rendering = claimed(two);
        assertThat(passed(rendering)).containsExactly("dra-hostdevice-h " + UUID);
        assertThat(rendering.warnings())
                .containsExactly("hostDevices[0]: claim c, request r has 2 devices; one is used, the others are not");
    }

    /** The content of a metadata file and what must be said of it. */
    record BadFile(String content, String says) {}

    static Stream<BadFile> badFiles() {
        String start = "{\"apiVersion\": \"metadata.resource.k8s.io/v1alpha1\", \"requests\": ";
        return Stream.of(
                new BadFile("", "has no version that is known here, only []"),
                new BadFile("{", "is not device metadata"),
                new BadFile("[]", "an object without apiVersion"),
                new BadFile("{\"kind\": \"DeviceMetadata\"}", "an object without apiVersion"),
                new BadFile("{\"apiVersion\": \"x/v1\"}", "has no version that is known here, only [x/v1]"),
                new BadFile(start + "7}", "is not device metadata"),
                new BadFile(
                        start + "[{\"name\": \"q\", \"devices\": []}]}",
                        "has no device for request r; its requests are q"),
                new BadFile(start + "[{\"name\": \"r\", \"devices\": []}]}", "has no device for request r"),
                new BadFile(
                        start + "[{\"name\": \"r\", \"devices\": [{\"driver\": \"d\", \"name\": \"n\"}]}]}",
                        "hostDevices[0]: device n of driver d has neither mdevUUID nor resource.kubernetes.io/pciBusID"),
                new BadFile(
                        start + "[{\"name\": \"r\", \"devices\": [{\"driver\": \"d\"}, {\"driver\": \"e\"}]}]}",
                        "request r has devices of two drivers"),
                new BadFile(metadata("r", "0000:zz:00.0"), "hostDevices[0]: \"0000:zz:00.0\" is not a PCI address"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void aBadMetadataFileIsNamed(BadFile bad) {
        assertThatThrownBy(() -> claimed(bad.content()))
                .isInstanceOf(UnrenderableException.class)
                .hasMessageContaining(bad.says());
    }

    @Test
    void twoDriversForOneRequestAreRefused() {
        assertThatThrownBy(() -> DomainRenderer.render(input(
                                CLAIM + "domain: {devices: {gpus: [{name: g, claimName: c, requestName: r}]}}")
                        .withMetadata(new MetadataFiles(Map.of(
                                "resourceclaimtemplates/c/r/a-metadata.json", metadata("r", "0000:65:00.0"),
                                "resourceclaimtemplates/c/r/b-metadata.json", metadata("r", "0000:66:00.0"))))))
                .hasMessageContaining("two drivers answered request r")
                .hasMessageContaining("c/r/a-metadata.json, resourceclaimtemplates/c/r/b-metadata.json");
    }

    /** The environment for one device called v/m, and what must be said of it. */
    static Stream<Map.Entry<String, String>> badEnvironments() {
        return Stream.of(
                Map.entry("", "the environment has no device left for v/m"),
                Map.entry(",", "the environment has no device left for v/m"),
                Map.entry("junk", "PCI_RESOURCE_V_M: \"junk\" is not a PCI address"),
                Map.entry(",0000:00:01.0", "PCI_RESOURCE_V_M: \"\" is not a PCI address"));
    }

    @ParameterizedTest
    @MethodSource("badEnvironments")
    void aBadVariableIsNamed(Map.Entry<String, String> bad) {
        assertThatThrownBy(() -> DomainRenderer.render(input("domain: {devices: {gpus: [{name: g, deviceName: v/m}]}}")
                        .withEnvironment(Map.of("PCI_RESOURCE_V_M", bad.getKey()))))
                .isInstanceOf(UnrenderableException.class)
                .hasMessageContaining(bad.getValue());
    }

    @Test
    void oneFunctionIsNeverGivenTwice() {
        assertThatThrownBy(() -> DomainRenderer.render(input(
                                "domain: {devices: {hostDevices: [{name: a, deviceName: v/m}, {name: b, deviceName: v/n}]}}")
                        .withEnvironment(
                                Map.of("PCI_RESOURCE_V_M", "0000:01:00.0", "PCI_RESOURCE_V_N", "0000:01:00.0"))))
                .hasMessageContaining("hostDevices[1]: the environment has no device left for v/n");
    }

    @Test
    void theFirstMediatedGpuDrivesTheConsoleUnlessOneIsTold() {
        Map<String, String> environment =
                Map.of("MDEV_PCI_RESOURCE_V_M", UUID + ",c1ae8bf6-38b0-4c81-9d44-78ce3f520496");
        assertThat(DomainRenderer.render(input(
                                        "domain: {devices: {gpus: [{name: a, deviceName: v/m}, {name: b, deviceName: v/m}]}}")
                                .withEnvironment(environment))
                        .domain()
                        .toXml())
                .containsOnlyOnce("display='on' ramfb='on'");
        assertThat(DomainRenderer.render(input("""
                                domain:
                                  devices:
                                    gpus:
                                    - {name: a, deviceName: v/m}
                                    - {name: b, deviceName: v/m, virtualGPUOptions: {display: {ramFB: {enabled: false}}}}
                                """).withEnvironment(environment))
                        .domain()
                        .toXml())
                .containsOnlyOnce("display='on'")
                .contains("display='on' ramfb='off'");
    }

    @Test
    void aCardIsOneSlotWithAllItsFunctions() {
        TestingHost host = host("0000:02:00.0", "0000:02:00.1");
        Rendering rendering = card(host);
        assertThat(passed(rendering)).containsExactly("hostdevice-c 0000:02:00.0", "hostdevice-c-1 0000:02:00.1");
        assertThat(guest(rendering)).containsExactly("0000:01:00.0 multifunction", "0000:01:00.1");
        assertThat(rendering.domain().toXml())
                .contains(
                        "<address type='pci' domain='0x0000' bus='0x01' slot='0x00' function='0x0' multifunction='on'/>")
                .contains("<address type='pci' domain='0x0000' bus='0x01' slot='0x00' function='0x1'/>");
    }

    @Test
    void eightFunctionsFitOneSlotAndGapsStay() {
        TestingHost full = host();
        for (int i = 0; i < 8; i++) {
            full.function("0000:02:00." + i).group(10 + i).driver("vfio-pci");
        }
        assertThat(guest(card(full))).hasSize(8).last().isEqualTo("0000:01:00.7");
        assertThat(guest(card(host("0000:02:00.0", "0000:02:00.3"))))
                .containsExactly("0000:01:00.0 multifunction", "0000:01:00.3");
    }

    @Test
    void virtualFunctionsAreNoPartOfTheCard() {
        TestingHost host = host("0000:02:00.0", "0000:02:00.1");
        host.function("0000:02:00.2").group(30).virtualOf(host.function("0000:02:00.0"), 0);
        assertThat(passed(card(host))).hasSize(2);
    }

    @Test
    void aCardWithoutFunctionZeroIsRefused() {
        assertThatThrownBy(() -> card(host("0000:02:00.1", "0000:02:00.3")))
                .hasMessageContaining("the card at 0000:02:00.0 has no function 0");
    }

    @Test
    void aFunctionOfTheHostsOwnIsLeftOutOnlyIfTheIommuPartsIt() {
        TestingHost parted = host("0000:02:00.0");
        parted.function("0000:02:00.1").group(40).networkInterface("eth0");
        parted.defaultRoute("eth0");
        Rendering rendering = card(parted);
        assertThat(passed(rendering)).containsExactly("hostdevice-c 0000:02:00.0");
        assertThat(rendering.warnings())
                .singleElement()
                .asString()
                .contains("function 0000:02:00.1 stays with the host")
                .contains("default route");
        TestingHost shared = host();
        shared.function("0000:02:00.0").group(7);
        shared.function("0000:02:00.1").group(7).networkInterface("eth0");
        shared.defaultRoute("eth0");
        assertThatThrownBy(() -> card(shared))
                .isInstanceOf(UnrenderableException.class)
                .hasMessageContaining("the card at 0000:02:00.0 cannot be passed");
    }

    @Test
    void aCardNeedsTheHostsTree() {
        assertThatThrownBy(() ->
                        DomainRenderer.render(input("domain: {devices: {hostDevices: [{name: c, deviceName: v/card}]}}")
                                .withEnvironment(Map.of("MULTIFUNCTION_PCI_RESOURCE_V_CARD", "0000:02:00.0,"))))
                .hasMessageContaining("only the host's sysfs tells its functions");
    }

    @Test
    void addressesStayWhenDevicesComeAndGo() {
        Map<String, String> environment = Map.of("PCI_RESOURCE_V_M", "0000:01:00.0,0000:02:00.0,0000:03:00.0");
        String devices = "domain: {devices: {hostDevices: [%s]}}";
        String a = "{name: a, deviceName: v/m}";
        String b = "{name: b, deviceName: v/m}";
        String c = "{name: c, deviceName: v/m}";
        Rendering both =
                DomainRenderer.render(input(devices.formatted(a + "," + b)).withEnvironment(environment));
        Rendering other = DomainRenderer.render(input(devices.formatted(c + "," + b))
                .withEnvironment(environment)
                .withAddresses(both.addresses()));
        assertThat(other.addresses().get("hostdevice-b"))
                .isEqualTo(both.addresses().get("hostdevice-b"));
        assertThat(other.addresses().get("hostdevice-c"))
                .isNotIn(both.addresses().values());
        assertThat(other.addresses().get("memballoon"))
                .isEqualTo(both.addresses().get("memballoon"));
        assertThat(other.domain().devices().controllers())
                .containsAll(both.domain().devices().controllers().stream()
                        .filter(controller -> "pcie-root-port".equals(controller.model()))
                        .toList());
    }

    @Test
    void theRootComplexIsFilledFromItsSecondSlotAndRunsOut() {
        Map<String, String> annotations = Map.of("kubevirt.io/placePCIDevicesOnRootComplex", "true");
        VirtualMachineInstance instance = Manifests.instance("""
                domain: {devices: {interfaces: [{name: n, bridge: {}, pciAddress: '0000:00:03.0'}], hostDevices: [{name: a, deviceName: v/m}, {name: b, deviceName: v/m}]}}
                networks: [{name: n, pod: {}}]
                """);
        instance.getMetadata().setAnnotations(annotations);
        Rendering rendering = DomainRenderer.render(DomainInput.of(instance, ClusterConfig.DEFAULT)
                .withEnvironment(Map.of("PCI_RESOURCE_V_M", "0000:01:00.0,0000:02:00.0")));
        assertThat(guest(rendering)).containsExactly("0000:00:02.0", "0000:00:04.0");
        assertThat(rendering.domain().devices().controllers())
                .extracting(Controller::model)
                .doesNotContain("pcie-root-port");
        StringBuilder many = new StringBuilder();
        StringBuilder addresses = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            many.append("{name: d%d, deviceName: v/m},".formatted(i));
            addresses.append("0000:%02x:00.0,".formatted(i));
        }
        VirtualMachineInstance crowded = Manifests.instance("domain: {devices: {hostDevices: [" + many + "]}}");
        crowded.getMetadata().setAnnotations(annotations);
        assertThatThrownBy(() -> DomainRenderer.render(DomainInput.of(crowded, ClusterConfig.DEFAULT)
                        .withEnvironment(Map.of("PCI_RESOURCE_V_M", addresses.toString()))))
                .hasMessage("No space left on the root PCI bus.");
    }

    @Test
    void devicesSitNearTheirMemory() {
        TestingHost host = host();
        host.function("0000:02:00.0").group(1).attribute("numa_node", "1");
        host.function("0000:03:00.0").group(2).attribute("numa_node", "0");
        host.function("0000:04:00.0").group(3).attribute("numa_node", "7");
        VirtualMachineInstance instance = Manifests.instance("""
                domain:
                  cpu: {cores: 4, numa: {guestMappingPassthrough: {}}}
                  memory: {guest: 4Gi}
                  devices: {hostDevices: [{name: a, deviceName: v/m}, {name: b, deviceName: v/m}, {name: c, deviceName: v/m}]}
                """);
        DomainInput input = DomainInput.of(
                        instance, Manifests.config("developerConfiguration: {featureGates: [PCINUMAAwareTopology]}"))
                .withEnvironment(Map.of("PCI_RESOURCE_V_M", "0000:02:00.0,0000:03:00.0,0000:04:00.0"))
                .withHost(PciInventory.scan(host.root()))
                .withNumaNodes(List.of(0, 1));
        Rendering rendering = DomainRenderer.render(input);
        assertThat(DomainRenderer.render(input.withAddresses(rendering.addresses()))
                        .domain())
                .isEqualTo(rendering.domain());
        String xml = rendering.domain().toXml();
        assertThat(xml)
                .contains("<cell id='0' cpus='0-1' memory='2147483648' unit='b'/>")
                .contains("<cell id='1' cpus='2-3' memory='2147483648' unit='b'/>")
                .contains("<target busNr='254'>")
                .contains("<target busNr='252'>")
                .contains("<node>1</node>");
    }

    @Test
    void whatNeedsAConsoleIsLeftOutWhereThereIsNone() {
        VirtualMachineInstance instance = Manifests.instance("""
                domain:
                  firmware: {bootloader: {bios: {useSerial: true}}}
                  devices:
                    autoattachGraphicsDevice: false
                    autoattachSerialConsole: false
                    gpus: [{name: a, deviceName: v/m}]
                """);
        Rendering rendering = DomainRenderer.render(DomainInput.of(instance, Manifests.config("{}"))
                .withEnvironment(Map.of("MDEV_PCI_RESOURCE_V_M", "b1ae8bf6-38b0-4c81-9d44-78ce3f520496")));
        assertThat(rendering.domain().toXml())
                .contains("type='mdev'")
                .doesNotContain("display=")
                .doesNotContain("useserial");
        assertThat(rendering.warnings())
                .containsExactly(
                        "spec.domain.firmware.bootloader.bios.useSerial: the machine has no serial console to use");
    }

    @Test
    void aTabletOnVirtioIsOfTheOneModelThatLibvirtHas() {
        VirtualMachineInstance instance =
                Manifests.instance("domain: {devices: {inputs: [{name: t, type: tablet, bus: virtio}]}}");
        assertThat(DomainRenderer.render(DomainInput.of(instance, Manifests.config("{}")))
                        .domain()
                        .toXml())
                .contains("<input type='tablet' bus='virtio' model='virtio'>");
    }

    @Test
    void networkCardsHangOnTheirTaps() {
        VirtualMachineInstance instance = Manifests.instance("""
                domain:
                  devices:
                    interfaces:
                    - {name: default, masquerade: {}}
                    - {name: blue, bridge: {}, macAddress: '12:34:56:78:9a:bc', bootOrder: 1}
                    - {name: red, binding: {name: macvtap}}
                    - {name: green, binding: {name: slirp}}
                networks: [{name: default, pod: {}}, {name: blue, multus: {networkName: x}}, {name: red, multus: {networkName: y}}, {name: green, pod: {}}]
                """);
        Rendering rendering = DomainRenderer.render(DomainInput.of(
                        instance,
                        Manifests.config(
                                "network: {binding: {macvtap: {domainAttachmentType: tap}, slirp: {sidecarImage: i}}}"))
                .withLinks(Map.of(
                        "eth0", new DomainInput.Link("02:00:00:00:00:01", 1450),
                        "podb1f51a511f1", new DomainInput.Link("02:00:00:00:00:02", 1500))));
        assertThat(rendering.domain().devices().networkCards())
                .extracting(NetworkCard::alias, NetworkCard::target, NetworkCard::mac, NetworkCard::mtu)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("default", "tap0", "02:00:00:00:00:01", 1450),
                        org.assertj.core.groups.Tuple.tuple("blue", "tap16477688c0e", "12:34:56:78:9a:bc", null),
                        org.assertj.core.groups.Tuple.tuple("red", "podb1f51a511f1", "02:00:00:00:00:02", 1500));
    }

    private static Rendering claimed(String content) {
        return DomainRenderer.render(input(
                        CLAIM + "domain: {devices: {hostDevices: [{name: h, claimName: c, requestName: r}]}}")
                .withMetadata(new MetadataFiles(Map.of("resourceclaimtemplates/c/r/d-metadata.json", content))));
    }

    private static Rendering card(TestingHost host) {
        return DomainRenderer.render(input("domain: {devices: {hostDevices: [{name: c, deviceName: v/card}]}}")
                .withEnvironment(Map.of("MULTIFUNCTION_PCI_RESOURCE_V_CARD", "0000:02:00.0,"))
                .withHost(PciInventory.scan(host.root())));
    }

    private static TestingHost host(String... functions) {
        TestingHost host = TestingHost.empty();
        int group = 20;
        for (String function : functions) {
            host.function(function).group(group++).driver("vfio-pci");
        }
        return host;
    }

    private static DomainInput input(String spec) {
        return DomainInput.of(Manifests.instance(spec), ClusterConfig.DEFAULT);
    }

    private static String metadata(String request, String address) {
        return """
                {"apiVersion": "metadata.resource.k8s.io/v1alpha1", "kind": "DeviceMetadata", "requests": [{"name": "%s", "devices": [
                  {"driver": "d", "pool": "p", "name": "n", "attributes": {"resource.kubernetes.io/pciBusID": {"string": "%s"}}}]}]}
                """.formatted(request, address);
    }

    private static List<String> passed(Rendering rendering) {
        Map<String, String> devices = new LinkedHashMap<>();
        for (HostDevice device : rendering.domain().devices().hostDevices()) {
            devices.put(
                    String.valueOf(device.alias()),
                    switch (device.source()) {
                        case Source.Pci pci -> pci.address().toString();
                        case Source.Mediated mediated -> mediated.uuid();
                        case Source.Other other -> other.toString();
                    });
        }
        return devices.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .toList();
    }

    private static List<String> guest(Rendering rendering) {
        return rendering.domain().devices().hostDevices().stream()
                .map(HostDevice::address)
                .map(address ->
                        address == null ? "" : address.place() + (address.multifunction() ? " multifunction" : ""))
                .toList();
    }
}
