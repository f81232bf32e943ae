package io.fairlead.agent.harvester;

/** Labels, annotations and finalizers, by the names that Harvester gave them; those of our own are under fairlead.io. */
final class Marks {
    /** Label of everything that belongs to a node. */
    static final String NODE = "nodename";

    /** Label of a virtual function: the SRIOVNetworkDevice that it belongs to. */
    static final String PARENT_NETWORK_DEVICE = "harvesterhci.io/parent-sriov-network-device";

    /** Annotation of a PCIDevice: the driver that the function had when it was first seen. */
    static final String FIRST_DRIVER = "harvesterhci.io/pcideviceDriver";

    /** Annotation of a PCIDevice: a resource name that an admin chose. */
    static final String RESOURCE_NAME = "pcidevice.harvesterhci.io/override-resource-name";

    /** Annotation of a claim: the function's own driver brings vfio; its value does not matter. */
    static final String SKIP_BINDING = "pcidevices.harvesterhci.io/skip-vfio-binding";

    /** Annotation of an SRIOVNetworkDevice; Harvester spells it like this. */
    static final String INTERFACE = "sriov.devices.harvesterhi.io/interface-name";

    /** Finalizer of a claim: the device has to be given back first. */
    static final String FINALIZER = "wrangler.cattle.io/PCIDeviceClaimOnRemove";

    /** Annotation of a claim: vendor and device that it was made for, so that it is never followed to another card. */
    static final String CLAIMED_ID = "pci.fairlead.io/claimed-id";

    /** Annotation of a claim: the bridges on the way to its device, which tell cards of one model apart. */
    static final String CLAIMED_SLOT = "pci.fairlead.io/claimed-slot";

    /** Annotation of a KubeVirt object: the permitted host devices that were added here, and are removed here. */
    static final String PERMITTED = "pci.fairlead.io/permitted-host-devices";

    private Marks() {}
}
