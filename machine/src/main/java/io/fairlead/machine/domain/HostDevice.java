package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A device of the host that the guest gets.
 *
 * @param source which device
 * @param alias what we call it
 * @param bootOrder its place in the boot order
 * @param address where the guest sees it
 * @param rest what else it has
 */
public record HostDevice(
        Source source,
        @Nullable String alias,
        @Nullable Integer bootOrder,
        @Nullable GuestAddress address,
        Rest rest) {
    /** Which device of the host. */
    public sealed interface Source {
        /** A PCI function that is bound to vfio-pci already. */
        record Pci(PciAddress address) implements Source {}

        /** A mediated device, and whether it drives the console with or without its driver. */
        record Mediated(String uuid, String model, Optional<Boolean> display, Optional<Boolean> ramFramebuffer)
                implements Source {}

        /** A device of a type that we do not make; its parts are in the rest. */
        record Other() implements Source {}
    }

    void write(XmlText xml) {
        xml.begin("hostdev");
        switch (source) {
            case Source.Pci pci -> {
                xml.attribute("mode", "subsystem")
                        .attribute("type", "pci")
                        .attribute("managed", "no")
                        .attributes(rest);
                xml.begin("source").begin("address");
                GuestAddress.writePlace(pci.address(), xml);
                xml.end("address").end("source");
            }
            case Source.Mediated mediated ->
                xml.attribute("mode", "subsystem")
                        .attribute("type", "mdev")
                        .attribute("managed", "no")
                        .attribute("model", mediated.model())
                        .attribute("display", onOff(mediated.display()))
                        .attribute("ramfb", onOff(mediated.ramFramebuffer()))
                        .attributes(rest)
                        .begin("source")
                        .begin("address")
                        .attribute("uuid", mediated.uuid())
                        .end("address")
                        .end("source");
            case Source.Other other -> xml.attributes(rest);
        }
        Names.write(bootOrder, alias, xml);
        GuestAddress.write(address, xml);
        xml.children(rest).end("hostdev");
    }

    static HostDevice read(Parts parts) {
        return new HostDevice(
                source(parts),
                Names.alias(parts),
                Names.bootOrder(parts),
                parts.child("address", GuestAddress::read),
                parts.rest());
    }

    private static Source source(Parts parts) {
        String type = parts.attribute("type", "");
        String mode = parts.attribute("mode", "");
        String managed = parts.attribute("managed", "");
        if (mode.equals("subsystem") && type.equals("pci") && managed.equals("no")) {
            PciAddress address = parts.child("source", source -> source.child("address", GuestAddress::readPlace));
            if (address != null) {
                return new Source.Pci(address);
            }
        }
        if (mode.equals("subsystem") && type.equals("mdev") && managed.equals("no")) {
            String uuid = parts.child("source", source -> source.single("address", "uuid"));
            if (uuid != null) {
                return new Source.Mediated(
                        uuid,
                        parts.attribute("model", "vfio-pci"),
                        isOn(parts.attribute("display")),
                        isOn(parts.attribute("ramfb")));
            }
        }
        parts.giveBack("mode", mode);
        parts.giveBack("type", type);
        parts.giveBack("managed", managed);
        return new Source.Other();
    }

    private static @Nullable String onOff(Optional<Boolean> value) {
        return value.isEmpty() ? null : value.get() ? "on" : "off";
    }

    private static Optional<Boolean> isOn(@Nullable String value) {
        return value == null ? Optional.empty() : Optional.of(value.equals("on"));
    }
}
