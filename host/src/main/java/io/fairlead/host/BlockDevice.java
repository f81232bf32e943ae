package io.fairlead.host;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A block device of the host.
 *
 * @param name as the kernel calls it
 * @param number major and minor: {@code 259:0}
 * @param mapperName its name below /dev/mapper
 * @param builtOn block devices that it is made of: the disk of a partition, the members of a RAID or a volume
 * @param partition whether it is a part of the one device that it is built on
 * @param virtual whether no hardware carries it
 * @param functions PCI functions that carry it
 */
record BlockDevice(
        String name,
        String number,
        Optional<String> mapperName,
        List<String> builtOn,
        boolean partition,
        boolean virtual,
        List<PciAddress> functions) {
    /** Virtual devices that have no disk below them, or a file that lies on a mounted file system. */
    private static final Pattern DISKLESS = Pattern.compile("(loop|ram|zram|nbd|rbd)\\d.*");

    /** Whether it exists because somebody put it together out of other devices. */
    boolean isBuiltOnOthers() {
        return !partition && !builtOn.isEmpty();
    }

    /** Whether there must be a disk below it that the tree does not show. */
    boolean lacksDisk() {
        return virtual
                && builtOn.isEmpty()
                && functions.isEmpty()
                && !DISKLESS.matcher(name).matches();
    }
}
