package io.fairlead.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.api.metadata.DeviceMetadata;
import org.junit.jupiter.api.Test;

class RoundTripTest {
    @Test
    void aMachineKeepsWhatWeDoNotKnow() {
        unchanged(VirtualMachine.class, """
                apiVersion: kubevirt.io/v1
                kind: VirtualMachine
                metadata: {name: example, labels: {a: b}}
                spec:
                  runStrategy: Halted
                  dataVolumeTemplates: [{metadata: {name: root}, spec: {source: {blank: {}}}}]
                  template:
                    metadata: {labels: {a: b}, novel: {deep: [1, {two: null}]}}
                    spec:
                      accessCredentials: [{sshPublicKey: {source: {}}}]
                      domain:
                        memory: {guest: 1Gi, novel: 2}
                        devices:
                          tpm: {}
                          absent: null
                          gpus: [{name: g, claimName: c, requestName: r, virtualGPUOptions: {display: {ramFB: {enabled: false}}}, novel: true}]
                          interfaces: [{name: blue, bridge: {}, binding: {name: x, queues: 4}}]
                      networks: [{name: blue, pod: {}}, {name: red, multus: {networkName: a/b, default: true}}]
                """);
    }

    @Test
    void theDevicesOfAnInstanceKeepTheirWireNames() {
        unchanged(VirtualMachineInstance.class, """
                apiVersion: kubevirt.io/v1
                kind: VirtualMachineInstance
                metadata: {name: example}
                spec: {domain: {devices: {hostDevices: [{name: h, pciDeviceClaim: janus-000023002}]}}}
                status:
                  deviceStatus:
                    gpuStatuses:
                    - name: a
                      deviceResourceClaimStatus: {name: gpu-0, resourceClaimName: c, attributes: {mDevUUID: b1ae8bf6-38b0-4c81-9d44-78ce3f520496}}
                    hostDeviceStatuses:
                    - {name: h, deviceResourceClaimStatus: {attributes: {pciAddress: '0000:65:00.0'}}}
                """);
    }

    @Test
    void aBindingPluginKeepsItsOwnFields() {
        unchanged(KubeVirt.class, """
                apiVersion: kubevirt.io/v1
                kind: KubeVirt
                metadata: {name: kubevirt, namespace: kubevirt}
                spec:
                  certificateRotateStrategy: {}
                  configuration:
                    network: {binding: {mine: {sidecarImage: image, downwardAPI: device-info, colour: {deep: red}}}}
                    permittedHostDevices: {pciHostDevices: [{pciVendorSelector: '15B3:1015', resourceName: a/b, groupFunctions: true}]}
                """);
    }

    @Test
    void deviceMetadataKeepsAttributesOfEveryType() {
        unchanged(DeviceMetadata.class, """
                apiVersion: metadata.resource.k8s.io/v1alpha1
                kind: DeviceMetadata
                metadata: {name: c}
                requests:
                - name: r/s
                  devices:
                  - {driver: d, pool: p, name: n, attributes: {a: {string: s}, b: {int: 3}, c: {bool: false}, d: {version: 1.0.0}}}
                """);
    }

    @Test
    void aKindIsFoundByItsNames() {
        HasMetadata device = new KubernetesSerialization().unmarshal("""
                apiVersion: devices.harvesterhci.io/v1beta1
                kind: PCIDevice
                metadata: {name: janus-000023002}
                status: {address: '0000:23:00.2'}
                """, io.fairlead.api.harvester.PciDevice.class);
        assertThat(device.getKind()).isEqualTo("PCIDevice");
        assertThat(device.getPlural()).isEqualTo("pcidevices");
    }

    private static void unchanged(Class<?> type, String yaml) {
        KubernetesSerialization serialization = new KubernetesSerialization();
        JsonNode given = serialization.unmarshal(yaml, JsonNode.class);
        Object object = serialization.convertValue(given, type);
        assertThat(serialization.unmarshal(serialization.asJson(object), JsonNode.class))
                .isEqualTo(given);
    }
}
