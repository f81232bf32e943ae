package io.fairlead.machine.domain;

import org.jspecify.annotations.Nullable;

/**
 * How the machine starts, libvirt's {@code os}.
 *
 * @param architecture libvirt's name for it
 * @param machine the machine type
 * @param kernel a kernel to boot directly
 * @param initrd its initial RAM disk
 * @param arguments its command line
 * @param rest firmware and what else there is
 */
public record Boot(
        String architecture,
        String machine,
        @Nullable String kernel,
        @Nullable String initrd,
        @Nullable String arguments,
        Rest rest) {
    void write(XmlText xml) {
        xml.begin("os")
                .attributes(rest)
                .begin("type")
                .attribute("arch", architecture)
                .attribute("machine", machine)
                .endWith("type", "hvm");
        xml.leaf("kernel", kernel).leaf("initrd", initrd).leaf("cmdline", arguments);
        xml.children(rest).end("os");
    }

    static Boot read(Parts parts) {
        Parts type = parts.child("type");
        return new Boot(
                type == null ? "" : type.attribute("arch", ""),
                type == null ? "" : type.attribute("machine", ""),
                parts.leaf("kernel"),
                parts.leaf("initrd"),
                parts.leaf("cmdline"),
                parts.rest());
    }
}
