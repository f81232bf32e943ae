package io.fairlead.machine.launcher;

import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.Paths;

/** A file in the pod that follows the annotation with the devices that CNI attached. */
final class NetworkInfo {
    static final String ANNOTATION = "kubevirt.io/network-info";
    private static final String VOLUME = "network-info-annotation";

    private NetworkInfo() {}

    /** SR-IOV over Multus and plugins that ask for device information need it; a claimed device has a metadata file. */
    static boolean isNeeded(VirtualMachineInstanceSpec spec, ClusterConfig config, Bindings bindings) {
        return bindings.used().values().stream().anyMatch(Bindings::wantsDeviceInfo)
                || MachineSpec.devices(spec).interfaces().stream().anyMatch(card -> {
                    var network = MachineSpec.network(spec, MachineSpec.name(card.name()));
                    return MachineSpec.isSriov(card, config) && network != null && network.multus() != null;
                });
    }

    static Volume volume() {
        return new VolumeBuilder()
                .withName(VOLUME)
                .withNewDownwardAPI()
                .addNewItem()
                .withPath(Paths.NETWORK_INFO)
                .withNewFieldRef()
                .withFieldPath("metadata.annotations['" + ANNOTATION + "']")
                .endFieldRef()
                .endItem()
                .endDownwardAPI()
                .build();
    }

    static VolumeMount mount() {
        return new VolumeMountBuilder()
                .withName(VOLUME)
                .withMountPath(Paths.POD_INFO)
                .withReadOnly(true)
                .build();
    }
}
