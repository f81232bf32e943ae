package io.fairlead.agent.plugin;

import io.fairlead.host.names.ResourceName;
import io.fairlead.wire.SocketPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Which names a device plugin can have. */
final class ResourceNames {
    private static final Pattern VENDOR =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final int LONGEST_NAME = 63;

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
        return Optional.empty();
    }

    /** Harvester's name for the socket in a folder, or where that is too long for a socket, a short one. */
    static String socket(ResourceName name, Path folder) {
        return SocketPath.fits(folder.resolve(name.socket()))
                ? name.socket()
                : "kubevirt-%s.sock"
                        .formatted(UUID.nameUUIDFromBytes(name.toString().getBytes(StandardCharsets.UTF_8))
                                .toString()
                                .substring(0, 8));
    }
}
