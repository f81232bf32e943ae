package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fairlead.sandbox.node.cdi.CdiException;
import io.fairlead.sandbox.node.cdi.CdiFolders;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.device.DeviceGrant;
import io.fairlead.sandbox.node.device.DeviceManager;
import io.fairlead.sandbox.node.device.DeviceNotReadyException;
import io.fairlead.sandbox.node.dra.DraManager;
import io.fairlead.wire.deviceplugin.v1beta1.CDIDevice;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts together what a container is started with: its own settings, then what plugins add, then what CDI names stand for. */
final class ContainerSetup {
    private final DeviceManager devices;
    private final DraManager claims;
    private final CdiFolders cdi;

    ContainerSetup(DeviceManager devices, DraManager claims, CdiFolders cdi) {
        this.devices = devices;
        this.claims = claims;
        this.cdi = cdi;
    }

    /** Its devices are ready when this returns. */
    ContainerView start(Pod pod, Container container) throws DeviceNotReadyException, CdiException {
        devices.preStart(pod, container);
        ContainerView view = ContainerView.of(environment(container));
        List<String> names = new ArrayList<>(claims.cdiDevices(pod, container));
        for (DeviceGrant grant : devices.grants(pod, container)) {
            ContainerAllocateResponse response = grant.response();
            view = view.with(edits(response));
            response.getCdiDevicesList().stream().map(CDIDevice::getName).forEach(names::add);
        }
        return cdi.apply(view, names);
    }

    private static ContainerView edits(ContainerAllocateResponse response) {
        return new ContainerView(
                response.getEnvsMap(),
                response.getDevicesList().stream()
                        .map(device -> new ContainerView.DeviceNode(
                                device.getContainerPath(), device.getHostPath(), device.getPermissions()))
                        .toList(),
                response.getMountsList().stream()
                        .map(mount -> new ContainerView.Mount(
                                mount.getContainerPath(), mount.getHostPath(), mount.getReadOnly()))
                        .toList());
    }

    private static Map<String, String> environment(Container container) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (EnvVar variable : container.getEnv()) {
            if (variable.getValue() != null) {
                environment.put(variable.getName(), variable.getValue());
            }
        }
        return environment;
    }
}
