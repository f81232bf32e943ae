package io.fairlead.machine.domain;

import org.jspecify.annotations.Nullable;

/**
 * A disk or CD-ROM.
 *
 * @param type {@code file} or {@code block}
 * @param device {@code disk}, {@code cdrom} or {@code lun}
 * @param source the file or device behind it
 * @param target the name that tells the order, such as vda
 * @param bus what it hangs on
 * @param bootOrder its place in the boot order
 * @param alias what we call it
 * @param address where it sits, if it is a PCI device
 * @param rest driver, serial, read-only and the like
 */
public record Disk(
        String type,
        String device,
        @Nullable String source,
        String target,
        @Nullable String bus,
        @Nullable Integer bootOrder,
        @Nullable String alias,
        @Nullable GuestAddress address,
        Rest rest) {
    void write(XmlText xml) {
        xml.begin("disk").attribute("type", type).attribute("device", device).attributes(rest);
        if (source != null) {
            xml.begin("source").attribute(sourceAttribute(type), source).end("source");
        }
        xml.begin("target").attribute("dev", target).attribute("bus", bus).end("target");
        Names.write(bootOrder, alias, xml);
        GuestAddress.write(address, xml);
        xml.children(rest).end("disk");
    }

    static Disk read(Parts parts) {
        String type = parts.attribute("type", "file");
        Parts target = parts.child("target");
        return new Disk(
                type,
                parts.attribute("device", "disk"),
                parts.single("source", sourceAttribute(type)),
                target == null ? "" : target.attribute("dev", ""),
                target == null ? null : target.attribute("bus"),
                Names.bootOrder(parts),
                Names.alias(parts),
                parts.child("address", GuestAddress::read),
                parts.rest());
    }

    private static String sourceAttribute(String type) {
        return type.equals("block") ? "dev" : "file";
    }
}
