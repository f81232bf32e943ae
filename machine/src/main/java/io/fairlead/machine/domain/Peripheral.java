package io.fairlead.machine.domain;

import org.jspecify.annotations.Nullable;

/**
 * Any other device: console, display, balloon, watchdog and whatever libvirt will have.
 *
 * @param kind the name of its element
 * @param address where it sits, if it is a PCI device
 * @param rest all the rest of it
 * @param text its text, as an emulator's path is
 */
public record Peripheral(String kind, @Nullable GuestAddress address, Rest rest, String text) {
    static Peripheral of(String kind, @Nullable GuestAddress address, Element body) {
        return new Peripheral(kind, address, new Rest(body.attributes(), body.children()), body.text());
    }

    void write(XmlText xml) {
        xml.begin(kind).attributes(rest);
        if (!text.isEmpty()) {
            xml.endWith(kind, text);
            return;
        }
        GuestAddress.write(address, xml);
        xml.children(rest).end(kind);
    }

    static Peripheral read(Element element) {
        Parts parts = new Parts(element);
        return new Peripheral(element.name(), parts.child("address", GuestAddress::read), parts.rest(), parts.text());
    }
}
