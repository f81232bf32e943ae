package io.fairlead.host;

import java.util.List;
import java.util.Optional;

/**
 * A block device of the host.
 *
 * @param name as the kernel calls it
 * @param number major and minor: {@code 259:0}
 * @param mapperName its name below /dev/mapper
 * @param builtOn block devices that it is made of: the disk of a partition, the members of a RAID or a volume
 * @param partition whether it is a part of the one device that it is built on
 * @param functions PCI functions that carry it; none for what is built on others
 */
record BlockDevice(
        String name,
        String number,
        Optional<String> mapperName,
        List<String> builtOn,
        boolean partition,
        List<PciAddress> functions) {
    /** Whether it exists because somebody put it together out of other devices. */
    boolean isBuiltOnOthers() {
        return !partition && !builtOn.isEmpty();
    }
}
