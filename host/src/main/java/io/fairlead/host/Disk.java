package io.fairlead.host;

import java.util.List;

/**
 * A block device that a function carries.
 *
 * @param name as the kernel calls it: {@code nvme0n1}, {@code sda}
 * @param uses what the host does with it or with anything built on it: mount points, {@code swap}, names of device-mapper
 *     or RAID devices; empty when nothing is known to use it
 */
public record Disk(String name, List<String> uses) {
    public Disk {
        uses = List.copyOf(uses);
    }
}
