package io.fairlead.machine.domain;

import org.jspecify.annotations.Nullable;

/**
 * A network card that QEMU emulates.
 *
 * @param type how libvirt connects it; {@code ethernet} for a tap device
 * @param target the tap device
 * @param managed whether libvirt makes the tap device
 * @param model what the guest sees
 * @param mac its address, if not left to libvirt
 * @param mtu the link's
 * @param bootOrder its place in the boot order
 * @param alias what we call it
 * @param address where it sits
 * @param rest what else it has
 */
public record NetworkCard(
        String type,
        @Nullable String target,
        @Nullable String managed,
        @Nullable String model,
        @Nullable String mac,
        @Nullable Integer mtu,
        @Nullable Integer bootOrder,
        @Nullable String alias,
        @Nullable GuestAddress address,
        Rest rest) {
    void write(XmlText xml) {
        xml.begin("interface").attribute("type", type).attributes(rest);
        if (mac != null) {
            xml.begin("mac").attribute("address", mac).end("mac");
        }
        if (target != null) {
            xml.begin("target")
                    .attribute("dev", target)
                    .attribute("managed", managed)
                    .end("target");
        }
        if (model != null) {
            xml.begin("model").attribute("type", model).end("model");
        }
        if (mtu != null) {
            xml.begin("mtu").attribute("size", mtu).end("mtu");
        }
        Names.write(bootOrder, alias, xml);
        GuestAddress.write(address, xml);
        xml.children(rest).end("interface");
    }

    static NetworkCard read(Parts parts) {
        String mtu = parts.single("mtu", "size");
        Parts target = parts.child("target");
        return new NetworkCard(
                parts.attribute("type", ""),
                target == null ? null : target.attribute("dev"),
                target == null ? null : target.attribute("managed"),
                parts.single("model", "type"),
                parts.single("mac", "address"),
                mtu == null ? null : Integer.valueOf(mtu),
                Names.bootOrder(parts),
                Names.alias(parts),
                parts.child("address", GuestAddress::read),
                parts.rest());
    }
}
