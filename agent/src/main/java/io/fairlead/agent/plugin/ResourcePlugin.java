package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.host.names.ResourceName;
import io.fairlead.kubelet.DevicePlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The devices of one name, as the kubelet asks for them. */
final class ResourcePlugin implements DevicePlugin {
    private final ResourceName resource;
    private final Supplier<Catalog> catalog;
    private final DoorParts parts;
    private final Runnable handed;

    /** @param handed told after devices were handed out */
    ResourcePlugin(ResourceName resource, Supplier<Catalog> catalog, DoorParts parts, Runnable handed) {
        this.resource = resource;
        this.catalog = catalog;
        this.parts = parts;
        this.handed = handed;
    }

    @Override
    public String resource() {
        return resource.toString();
    }

    @Override
    public String socket() {
        return ResourceNames.socket(resource, parts.options().kubelet().here().resolve("device-plugins"));
    }

    @Override
    public List<PluginDevice> devices() {
        return catalog.get().devices(resource).stream()
                .map(device -> new PluginDevice(
                        device.id(),
                        device.isHealthy(),
                        device.numaNode().isPresent()
                                ? Optional.of(device.numaNode().getAsInt())
                                : Optional.empty()))
                .toList();
    }

    /** What is refused here is refused for good, so only what cannot come right is. */
    @Override
    public Allocation allocate(List<String> ids) throws Exception {
        List<Listed> devices = listed(ids);
        List<String> nodes = new ArrayList<>();
        for (Listed device : devices) {
            nodes.addAll(parts.nodes().of(device));
        }
        Allocation answer = Answers.of(resource, devices, nodes, parts.options().devicesOnNode());
        parts.options().custody().ledger().change(state -> {
            LedgerState next = state;
            for (Listed device : devices) {
                for (String holding : device.holdings()) {
                    next = next.hand(holding, parts.options().clock().instant(), device.given());
                }
            }
            return next;
        });
        handed.run();
        return answer;
    }

    @Override
    public boolean wantsPreStart() {
        return true;
    }

    @Override
    public void preStart(List<String> ids) throws Exception {
        parts.starts().prepare(catalog.get(), listed(ids));
    }

    @Override
    public boolean hasPreference() {
        return true;
    }

    @Override
    public List<String> preferred(Preference asked) {
        return new Preferences(
                        catalog.get().devices(resource),
                        parts.options().custody().ledger().state(),
                        parts.options().clock().instant())
                .choose(asked);
    }

    private List<Listed> listed(List<String> ids) {
        Catalog now = catalog.get();
        List<Listed> devices = new ArrayList<>();
        for (String id : new TreeSet<>(ids)) {
            devices.add(now.device(resource, id)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "%s has no device %s any more; make the pod again".formatted(resource, id))));
        }
        return devices;
    }
}
