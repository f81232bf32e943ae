package io.fairlead.machine.domain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine as libvirt knows it.
 *
 * @param type {@code kvm}, or {@code qemu} without hardware virtualization
 * @param name unique on its host
 * @param uuid what the guest sees as its own
 * @param memory in bytes
 * @param cpus how many
 * @param boot how it starts
 * @param devices its devices
 * @param rest everything else
 */
public record Domain(
        String type, String name, @Nullable String uuid, long memory, int cpus, Boot boot, Devices devices, Rest rest) {
    /** The XML that libvirt takes. */
    public String toXml() {
        XmlText xml = new XmlText();
        xml.begin("domain").attribute("type", type).attributes(rest);
        xml.leaf("name", name).leaf("uuid", uuid);
        xml.begin("memory").attribute("unit", "b").endWith("memory", Long.toString(memory));
        xml.leaf("vcpu", Integer.toString(cpus));
        boot.write(xml);
        xml.children(rest);
        devices.write(xml);
        return xml.end("domain").toString();
    }

    /**
     * Reads what libvirt or a hook sidecar wrote. What the records do not know comes out of {@link #toXml()} again.
     *
     * @throws IllegalArgumentException if it is not the XML of a domain; the message says where and why
     */
    public static Domain parse(String xml) {
        Element root = XmlReader.read(xml);
        if (!root.name().equals("domain")) {
            throw new IllegalArgumentException("<" + root.name() + "> is not a domain");
        }
        Parts parts = new Parts(root);
        Parts memory = parts.child("memory");
        Parts devices = parts.child("devices");
        Parts boot = parts.child("os");
        String cpus = parts.leaf("vcpu");
        return new Domain(
                parts.attribute("type", ""),
                orEmpty(parts.leaf("name")),
                parts.leaf("uuid"),
                memory == null ? 0 : Units.bytes(memory.text(), memory.attribute("unit", "KiB")),
                cpus == null ? 1 : Units.count(cpus),
                boot == null ? new Boot("", "", null, null, null, Rest.NONE) : Boot.read(boot),
                devices == null
                        ? new Devices(List.of(), List.of(), List.of(), List.of(), List.of())
                        : Devices.read(devices),
                parts.rest());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
