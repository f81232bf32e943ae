package io.fairlead.agent.plugin;

import io.fairlead.host.PciAddress;

/**
 * A PCIDeviceClaim of this node, as far as the door needs it.
 *
 * @param name of the object
 * @param function that it is for
 * @param pooled whether it is one of many of its name; otherwise it is offered as {@code <vendor>/<claim name>}
 * @param bind whether it has to be put on {@code vfio-pci}; false where a vendor's driver brings vfio itself
 */
public record Claimed(String name, PciAddress function, boolean pooled, boolean bind) {}
