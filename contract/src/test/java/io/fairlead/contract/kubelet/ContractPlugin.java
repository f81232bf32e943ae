package io.fairlead.contract.kubelet;

import io.fairlead.kubelet.DevicePlugin;
import io.fairlead.kubelet.DevicePluginServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two cards by the device-plugin door. */
final class ContractPlugin implements DevicePlugin, AutoCloseable {
    static final String RESOURCE = "contract.example.com/card";

    final List<PluginDevice> devices =
            new CopyOnWriteArrayList<>(List.of(device("card-0", true), device("card-1", true)));
    private final DevicePluginServer server;

    ContractPlugin(ContractNode node) throws IOException {
        server = DevicePluginServer.start(node.kubelet(), this, new DevicePluginServer.Listener() {});
    }

    private static PluginDevice device(String id, boolean healthy) {
        return new PluginDevice(id, healthy, Optional.of(0));
    }

    void setHealthy(int index, boolean healthy) {
        devices.set(index, device("card-" + index, healthy));
        server.devicesChanged();
    }

    @Override
    public String resource() {
        return RESOURCE;
    }

    @Override
    public List<PluginDevice> devices() {
        return List.copyOf(devices);
    }

    @Override
    public Allocation allocate(List<String> ids) {
        return Allocation.of(
                Map.of("CARDS", String.join(",", ids)), List.of(new Node("/dev/card0", "/dev/null", "rw")));
    }

    @Override
    public void close() {
        server.close();
    }
}
