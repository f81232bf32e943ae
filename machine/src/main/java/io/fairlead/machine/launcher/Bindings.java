package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.BindingPlugin;
import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.UnrenderableException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The network binding plugins of one machine, each once, in the order of their names. */
final class Bindings {
    private static final String DEVICE_INFO = "device-info";

    private final SortedMap<String, BindingPlugin> used = new TreeMap<>();
    private final ClusterConfig config;

    Bindings(VirtualMachineInstanceSpec spec, ClusterConfig config) {
        this.config = config;
        for (Interface card : MachineSpec.devices(spec).interfaces()) {
            BindingPlugin plugin = pluginOf(card);
            if (plugin != null && card.binding() != null) {
                used.put(name(card.binding().name()), plugin);
            }
        }
    }

    SortedMap<String, BindingPlugin> used() {
        return used;
    }

    @Nullable
    BindingPlugin pluginOf(Interface card) {
        if (card.binding() == null || !config.isOn(FeatureGate.NETWORK_BINDING_PLUGINS)) {
            return null;
        }
        String plugin = name(card.binding().name());
        BindingPlugin found = config.bindings().get(plugin);
        if (found == null) {
            throw new UnrenderableException("couldn't find configuration for network binding: " + plugin);
        }
        return found;
    }

    static boolean wantsDeviceInfo(BindingPlugin plugin) {
        return DEVICE_INFO.equals(plugin.downwardApi());
    }
}
