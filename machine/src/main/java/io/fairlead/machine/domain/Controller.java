package io.fairlead.machine.domain;

import org.jspecify.annotations.Nullable;

/** A bus that devices hang on: a PCI root port, a SCSI host. */
public record Controller(
        String type,
        @Nullable Integer index,
        @Nullable String model,
        @Nullable GuestAddress address,
        Rest rest) {
    void write(XmlText xml) {
        xml.begin("controller")
                .attribute("type", type)
                .attribute("index", index)
                .attribute("model", model)
                .attributes(rest);
        GuestAddress.write(address, xml);
        xml.children(rest).end("controller");
    }

    static Controller read(Parts parts) {
        return new Controller(
                parts.attribute("type", ""),
                parts.number("index"),
                parts.attribute("model"),
                parts.child("address", GuestAddress::read),
                parts.rest());
    }
}
