package io.fairlead.agent.plugin;

import io.fairlead.host.names.ResourceName;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which names a device plugin can have. */
final class ResourceNames {
    private static final Pattern VENDOR =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final int LONGEST_NAME = 63;

    /** {@code /var/lib/kubelet/device-plugins/kubevirt-<vendor>-<name>.sock} has to fit into 107 bytes. */
    private static final int LONGEST_SOCKET = 107 - "/var/lib/kubelet/device-plugins/".length();

    private ResourceNames() {}

    /** Why the kubelet would not take a plugin of this name; empty if it would. */
    static Optional<String> problem(ResourceName name) {
        if (!VENDOR.matcher(name.vendor()).matches() || name.vendor().endsWith("kubernetes.io")) {
            return Optional.of(
                    "resource name %s: %s is not a vendor's domain such as nvidia.com".formatted(name, name.vendor()));
        }
        if (!NAME.matcher(name.name()).matches()) {
            return Optional.of("resource name %s: what follows the slash has to be letters, digits, '-', '_' and '.'"
                    .formatted(name));
        }
        if (name.name().length() > LONGEST_NAME) {
            return Optional.of("resource name %s: what follows the slash has %d letters, at most %d are possible"
                    .formatted(name, name.name().length(), LONGEST_NAME));
        }
        if (name.socket().length() > LONGEST_SOCKET) {
            return Optional.of("resource name %s: its socket %s has %d letters, at most %d are possible"
                            .formatted(name, name.socket(), name.socket().length(), LONGEST_SOCKET)
                    + "; give it a shorter name by the annotation pcidevice.harvesterhci.io/override-resource-name");
        }
        return Optional.empty();
    }
}
