package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.Input;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.machine.Architecture;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.Paths;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Consoles, display, input, watchdog, random numbers, balloon, and the channel to the guest's agent. */
final class Peripherals {
    private static final String VIRTIO = "virtio-non-transitional";

    private final VirtualMachineInstance instance;
    private final Architecture architecture;
    private final Slots slots;
    private final List<Peripheral> peripherals = new ArrayList<>();

    Peripherals(VirtualMachineInstance instance, Architecture architecture, Slots slots) {
        this.instance = instance;
        this.architecture = architecture;
        this.slots = slots;
    }

    List<Peripheral> all() {
        Devices devices = MachineSpec.devices(instance.getSpec());
        devices.inputs().forEach(this::input);
        if (devices.watchdog() != null) {
            var timer = devices.watchdog().i6300esb();
            String action = timer == null || timer.action() == null ? "reset" : timer.action();
            add("watchdog", slots.place("watchdog"), Element.of("", "model", "i6300esb", "action", action));
        }
        if (devices.rng() != null) {
            Element backend = new Element(
                    "backend", List.of(new Element.Attribute("model", "random")), List.of(), "/dev/urandom");
            add("rng", slots.place("rng"), Element.of("", "model", virtio()).with(backend));
        }
        if (Boolean.FALSE.equals(devices.autoattachMemBalloon())) {
            add("memballoon", null, Element.of("", "model", "none"));
        } else {
            add(
                    "memballoon",
                    slots.place("memballoon"),
                    Element.of("", "model", virtio()).with(Element.of("stats", "period", "10")));
        }
        if (!Boolean.FALSE.equals(devices.autoattachSerialConsole())) {
            serial();
        }
        if (!Boolean.FALSE.equals(devices.autoattachGraphicsDevice())) {
            display();
        }
        add(
                "channel",
                null,
                Element.of("", "type", "unix")
                        .with(Element.of("target", "type", "virtio", "name", "org.qemu.guest_agent.0")));
        return peripherals;
    }

    private void input(Input input) {
        String bus = input.bus() == null ? "usb" : input.bus();
        boolean virtio = bus.equals("virtio");
        String type = input.type() == null ? "tablet" : input.type();
        Element alias = Element.of("alias", "name", "ua-" + name(input.name()));
        add(
                "input",
                virtio ? slots.place(name(input.name())) : null,
                // Libvirt has neither transitional nor other models of it.
                virtio
                        ? Element.of("", "type", type, "bus", bus, "model", bus).with(alias)
                        : Element.of("", "type", type, "bus", bus).with(alias));
    }

    private void serial() {
        String port = architecture == Architecture.S390X ? "sclp" : "serial";
        add("console", null, Element.of("", "type", "pty").with(Element.of("target", "type", port, "port", "0")));
        if (architecture != Architecture.S390X) {
            Element source = Element.of("source", "mode", "bind", "path", socket("serial0"));
            add("serial", null, Element.of("", "type", "unix").with(source, Element.of("target", "port", "0")));
        }
    }

    private void display() {
        Element listen = Element.of("listen", "type", "socket", "socket", socket("vnc"));
        add("graphics", null, Element.of("", "type", "vnc").with(listen));
        boolean vga = architecture == Architecture.AMD64;
        Element model = vga
                ? Element.of("model", "type", "vga", "heads", "1", "vram", "16384")
                : Element.of("model", "type", "virtio", "heads", "1");
        add(
                "video",
                vga ? GuestAddress.of(0, 1) : slots.place("video"),
                Element.of("").with(model));
    }

    private String socket(String name) {
        return Paths.PRIVATE + "/" + name(instance.getMetadata().getUid()) + "/virt-" + name;
    }

    private String virtio() {
        return architecture.hasPciExpress() ? VIRTIO : "virtio";
    }

    private void add(String kind, @Nullable GuestAddress address, Element body) {
        peripherals.add(Peripheral.of(kind, address, body));
    }
}
