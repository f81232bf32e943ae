package io.fairlead.machine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Manifests;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HardwareTest {
    private static final PciDevice GPU = device("janus-000001000", "janus", "0000:01:00.0", "nvidia.com/GP106");
    private static final PciDevice NIC = device("janus-000023002", "janus", "0000:23:00.2", "intel.com/X540");
    private static final PciDevice PORT = device("janus-000023003", "janus", "0000:23:00.3", "intel.com/X540_PORT");
    private static final PciDevice ELSEWHERE = device("mars-000001000", "mars", "0000:01:00.0", "amd.com/MI300");
    private static final VirtualMachine USER = Manifests.read("""
            apiVersion: kubevirt.io/v1
            kind: VirtualMachine
            metadata:
              name: a
              namespace: n
              annotations: {harvesterhci.io/deviceAllocationDetails: '{"hostdevices":{"intel.com/X540":["janus-000023002"]}}'}
            """, VirtualMachine.class);

    private final Hardware hardware = new Hardware(
            List.of(GPU, NIC, PORT, ELSEWHERE),
            List.of(claim("janus-000023002", false), claim("janus-000023003", true)),
            List.of(USER),
            Set.of("janus", "mars"));
    private final Admission admission = new Admission(ClusterConfig.DEFAULT, Optional.of(hardware));

    @Test
    void devicesOfOneNodeAreAdmitted() {
        assertThat(review("[{name: a, deviceName: nvidia.com/GP106}, {name: b, deviceName: intel.com/X540}]"))
                .isEmpty();
    }

    @Test
    void anUnknownDeviceNameIsRefused() {
        assertThat(review("[{name: a, deviceName: nvidia.com/GP107}]"))
                .containsExactly(
                        "FieldValueNotFound spec.domain.devices.hostDevices[0].deviceName: no PCIDevice has the resource"
                                + " name nvidia.com/GP107; kubectl get pcidevices lists them");
    }

    @Test
    void devicesOfDifferentNodesAreRefused() {
        assertThat(review("[{name: a, deviceName: nvidia.com/GP106}, {name: b, deviceName: amd.com/MI300}]"))
                .containsExactly(
                        "FieldValueInvalid spec.domain.devices: no node has all of amd.com/MI300, nvidia.com/GP106; ask"
                                + " for devices of one node");
    }

    @Test
    void onlyAClaimOutsideThePoolCanBePicked() {
        assertThat(review("[{name: a, pciDeviceClaim: janus-000023003}]")).isEmpty();
        assertThat(review("[{name: a, pciDeviceClaim: janus-000023002}, {name: b, pciDeviceClaim: none}]"))
                .containsExactly(
                        "FieldValueInvalid spec.domain.devices.hostDevices[0].pciDeviceClaim: PCIDeviceClaim"
                                + " \"janus-000023002\" is in the pool of its model; set its disableResourcePooling to true, or ask"
                                + " for the model by deviceName",
                        "FieldValueNotFound spec.domain.devices.hostDevices[1].pciDeviceClaim: there is no PCIDeviceClaim"
                                + " \"none\"");
    }

    @Test
    void aPickedFunctionIsRefusedBesideItsCard() {
        ClusterConfig cards = Manifests.config(
                "permittedHostDevices: {pciHostDevices: [{pciVendorSelector: '8086:1528', resourceName: intel.com/X540, groupFunctions: true}]}");
        Causes causes = new Admission(cards, Optional.of(hardware))
                .review(
                        Manifests.instance(
                                "domain: {devices: {hostDevices: [{name: a, deviceName: intel.com/X540}, {name: b, pciDeviceClaim: janus-000023003}]}}"));
        assertThat(AdmissionTest.words(causes))
                .containsExactly(
                        "FieldValueInvalid spec.domain.devices.hostDevices[1].pciDeviceClaim: janus-000023003 may be a"
                                + " function of the card that intel.com/X540 stands for; ask for one of the two");
    }

    @Test
    void aClaimNeedsADeviceInAnIommuGroupThatIsNotSplit() {
        assertThat(admission.reviewCreation(claim("janus-000001000", false)).list())
                .isEmpty();
        assertThat(AdmissionTest.words(admission.reviewCreation(claim("none", false))))
                .containsExactly(
                        "FieldValueNotFound metadata.name: there is no PCIDevice \"none\"; a claim has the name of the"
                                + " device that it claims");
        PciDevice groupless = Manifests.read("""
                metadata: {name: bare}
                status: {nodeName: janus}
                """, PciDevice.class);
        PciDevice child = Manifests.read("""
                metadata: {name: child, labels: {harvesterhci.io/parentSRIOVGPUDevice: bare}}
                """, PciDevice.class);
        Hardware split = new Hardware(List.of(groupless, child), List.of(), List.of(), Set.of("janus"));
        assertThat(AdmissionTest.words(
                        new Admission(ClusterConfig.DEFAULT, Optional.of(split)).reviewCreation(claim("bare", false))))
                .containsExactly(
                        "FieldValueInvalid metadata.name: PCIDevice \"bare\" is in no IOMMU group; switch the IOMMU on in the"
                                + " node's firmware and kernel",
                        "FieldValueInvalid metadata.name: PCIDevice \"bare\" is split into virtual GPUs, such as \"child\";"
                                + " claim those");
    }

    @Test
    void aClaimInUseStaysUnlessItsNodeIsGone() {
        assertThat(admission
                        .reviewDeletion(claim("janus-000023003", true), "jane")
                        .list())
                .isEmpty();
        assertThat(AdmissionTest.words(admission.reviewDeletion(claim("janus-000023002", false), "jane")))
                .containsExactly(
                        "FieldValueInvalid metadata.name: PCIDeviceClaim \"janus-000023002\" is in use by VirtualMachine"
                                + " n/a; stop it or take the device out of it");
        Hardware gone = new Hardware(List.of(NIC), hardware.claims(), hardware.machines(), Set.of("mars"));
        assertThat(new Admission(ClusterConfig.DEFAULT, Optional.of(gone))
                        .reviewDeletion(claim("janus-000023002", false), "jane")
                        .list())
                .isEmpty();
    }

    @Test
    void aVirtualGpusClaimIsGivenUpByTheControllerOnly() {
        PciDeviceClaim owned = Manifests.read("""
                metadata: {name: v, ownerReferences: [{kind: VGPUDevice, name: v, apiVersion: x/v1, uid: u}]}
                spec: {nodeName: janus}
                """, PciDeviceClaim.class);
        assertThat(AdmissionTest.words(admission.reviewDeletion(owned, "jane")))
                .containsExactly(
                        "FieldValueInvalid metadata.name: PCIDeviceClaim \"v\" belongs to a VGPUDevice; disable that"
                                + " instead");
        assertThat(admission.reviewDeletion(owned, DeviceClaimRules.CONTROLLER).list())
                .isEmpty();
    }

    @Test
    void virtualFunctionsStayWhileOneIsClaimed() {
        SriovNetworkDevice card = Manifests.read("""
                metadata: {name: janus-eth0}
                spec: {numVFs: 0}
                status: {vfPCIDevices: [janus-000023003, janus-000023004]}
                """, SriovNetworkDevice.class);
        assertThat(AdmissionTest.words(admission.reviewWithdrawal(card)))
                .containsExactly(
                        "FieldValueInvalid spec.numVFs: virtual function \"janus-000023003\" has a PCIDeviceClaim; delete"
                                + " that first");
    }

    private List<String> review(String hostDevices) {
        return AdmissionTest.words(
                admission.review(Manifests.instance("domain: {devices: {hostDevices: " + hostDevices + "}}")));
    }

    private static PciDevice device(String name, String node, String address, String resource) {
        return Manifests.read("""
                metadata: {name: %s}
                status: {nodeName: %s, address: '%s', resourceName: %s, iommuGroup: '7'}
                """.formatted(name, node, address, resource), PciDevice.class);
    }

    private static PciDeviceClaim claim(String name, boolean picked) {
        return Manifests.read("""
                metadata: {name: %s}
                spec: {nodeName: janus, disableResourcePooling: %s}
                """.formatted(name, picked), PciDeviceClaim.class);
    }
}
