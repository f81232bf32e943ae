package io.fairlead.host;

import java.util.Optional;

/**
 * A vDPA device: virtio rings in hardware or in the kernel.
 *
 * @param name as the kernel lists it
 * @param function the PCI function that it sits on, if any
 * @param driver {@code vhost_vdpa} or {@code virtio_vdpa}
 * @param vhostDevice name of its character device below /dev, when bound to vhost_vdpa
 */
public record VdpaDevice(
        String name, Optional<PciAddress> function, Optional<String> driver, Optional<String> vhostDevice) {}
