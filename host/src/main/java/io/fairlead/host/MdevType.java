package io.fairlead.host;

import java.util.Optional;

/**
 * A kind of mediated device that a parent can make.
 *
 * @param id the kernel's name, unique on the host: {@code nvidia-558}
 * @param name the vendor's name, or the id where the vendor gives none
 * @param description more about it
 * @param deviceApi how a VM drives it: {@code vfio-pci}
 * @param available how many more can be made now
 */
public record MdevType(String id, String name, Optional<String> description, String deviceApi, int available) {}
