package io.fairlead.host;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A mediated device that exists.
 *
 * @param uuid its name
 * @param type id of its type
 * @param driver bound to it, normally {@code vfio_mdev} or the vendor's
 * @param iommuGroup its own group
 */
public record MdevInstance(String uuid, String type, Optional<String> driver, OptionalInt iommuGroup) {}
