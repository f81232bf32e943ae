package io.fairlead.machine;

import java.util.Collection;

/** What an administrator can switch on or off for the whole cluster. */
public enum FeatureGate {
    GPUS_WITH_DRA("GPUsWithDRA", true),
    HOST_DEVICES_WITH_DRA("HostDevicesWithDRA", true),
    NETWORK_DEVICES_WITH_DRA("NetworkDevicesWithDRA", true),
    HOST_DEVICES("HostDevices", true),
    NETWORK_BINDING_PLUGINS("NetworkBindingPlugins", true),
    PCI_NUMA_AWARE_TOPOLOGY("PCINUMAAwareTopology", false);

    /** What the design called a gate before it was renamed. */
    private static final String DRA_NETWORK_DEVICES = "DRANetworkDevices";

    private final String wireName;
    private final boolean onByDefault;

    FeatureGate(String wireName, boolean onByDefault) {
        this.wireName = wireName;
        this.onByDefault = onByDefault;
    }

    /** Switching on wins over switching off, as in KubeVirt. */
    boolean isOn(Collection<String> enabled, Collection<String> disabled) {
        return listedIn(enabled) || (onByDefault && !listedIn(disabled));
    }

    private boolean listedIn(Collection<String> names) {
        return names.contains(wireName) || (this == NETWORK_DEVICES_WITH_DRA && names.contains(DRA_NETWORK_DEVICES));
    }
}
