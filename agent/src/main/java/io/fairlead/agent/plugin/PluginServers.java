package io.fairlead.agent.plugin;

import io.fairlead.host.names.ResourceName;
import io.fairlead.kubelet.DevicePlugin;
import io.fairlead.kubelet.DevicePluginServer;
import io.fairlead.kubelet.KubeletFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server for each name that exists. Called by one thread at a time. */
final class PluginServers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PluginServers.class);

    private final KubeletFolder folder;
    private final Function<ResourceName, DevicePlugin> plugins;
    private final Map<ResourceName, Running> running = new HashMap<>();

    /** @param told what the kubelet was last told */
    private record Running(DevicePluginServer server, List<Listed> told) {}

    PluginServers(KubeletFolder folder, Function<ResourceName, DevicePlugin> plugins) {
        this.folder = folder;
        this.plugins = plugins;
    }

    /** Starts and stops servers and tells the kubelet what changed; the plugins already see the catalog. */
    void follow(Catalog catalog) {
        running.entrySet().removeIf(entry -> {
            if (catalog.plugins().containsKey(entry.getKey())) {
                return false;
            }
            // An empty list first: the kubelet forgets a plugin that just ends only after minutes.
            entry.getValue().server().devicesChanged();
            entry.getValue().server().close();
            log.info("{} is not offered any more", entry.getKey());
            return true;
        });
        catalog.plugins().forEach((resource, devices) -> {
            Running now = running.get(resource);
            if (now == null) {
                start(resource, devices);
            } else if (!now.told().equals(devices)) {
                running.put(resource, new Running(now.server(), devices));
                now.server().devicesChanged();
            }
        });
    }

    private void start(ResourceName resource, List<Listed> devices) {
        try {
            DevicePluginServer server =
                    DevicePluginServer.start(folder, plugins.apply(resource), new DevicePluginServer.Listener() {});
            running.put(resource, new Running(server, devices));
            log.info("{} is offered", resource);
        } catch (IOException | IllegalArgumentException e) {
            log.warn("{} cannot be offered: {}; tried again", resource, e.getMessage());
        }
    }

    @Override
    public void close() {
        running.values().forEach(each -> each.server().close());
        running.clear();
    }
}
