package io.fairlead.machine.domain;

import java.util.List;

/** All devices of a domain, each kind in its order. */
public record Devices(
        List<Controller> controllers,
        List<Disk> disks,
        List<NetworkCard> networkCards,
        List<HostDevice> hostDevices,
        List<Peripheral> peripherals) {
    public Devices {
        controllers = List.copyOf(controllers);
        disks = List.copyOf(disks);
        networkCards = List.copyOf(networkCards);
        hostDevices = List.copyOf(hostDevices);
        peripherals = List.copyOf(peripherals);
    }

    void write(XmlText xml) {
        xml.begin("devices");
        controllers.forEach(controller -> controller.write(xml));
        disks.forEach(disk -> disk.write(xml));
        networkCards.forEach(card -> card.write(xml));
        hostDevices.forEach(device -> device.write(xml));
        peripherals.forEach(peripheral -> peripheral.write(xml));
        xml.end("devices");
    }

    static Devices read(Parts parts) {
        return new Devices(
                parts.children("controller", Controller::read),
                parts.children("disk", Disk::read),
                parts.children("interface", NetworkCard::read),
                parts.children("hostdev", HostDevice::read),
                parts.others().stream().map(Peripheral::read).toList());
    }
}
