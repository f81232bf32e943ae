package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import io.fairlead.machine.UnrenderableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The devices that device plugins left in the environment. Taken in order, and never twice. */
final class EnvironmentPools {
    /** A kind of device and the prefix of its variables. The order is the order in the domain. */
    enum Kind {
        FUNCTION("PCI_RESOURCE_"),
        CARD("MULTIFUNCTION_PCI_RESOURCE_"),
        MEDIATED("MDEV_PCI_RESOURCE_");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    private final Map<String, List<String>> pools = new HashMap<>();

    EnvironmentPools(Map<String, String> environment) {
        environment.forEach((name, value) -> {
            for (Kind kind : Kind.values()) {
                if (name.startsWith(kind.prefix)) {
                    String devices = value.endsWith(",") ? value.substring(0, value.length() - 1) : value;
                    pools.put(
                            name, devices.isEmpty() ? new ArrayList<>() : new ArrayList<>(List.of(devices.split(","))));
                }
            }
        });
    }

    /** The next device of a resource; null if there is none left. */
    @Nullable
    Given take(Kind kind, String resource) {
        String variable = variable(kind, resource);
        List<String> pool = pools.get(variable);
        if (pool == null || pool.isEmpty()) {
            return null;
        }
        String device = pool.getFirst().strip();
        // Several resources may list one function; whoever comes first has it.
        pools.values().forEach(other -> other.removeIf(entry -> entry.strip().equals(device)));
        return switch (kind) {
            case FUNCTION -> new Given.Function(address(variable, device));
            case CARD -> new Given.Card(address(variable, device));
            case MEDIATED -> new Given.Mediated(uuid(variable, device));
        };
    }

    private static PciAddress address(String variable, String device) {
        return PciAddress.tryParse(device)
                .orElseThrow(() -> new UnrenderableException(variable + ": \"" + device + "\" is not a PCI address"));
    }

    static String uuid(String variable, String device) {
        try {
            return UUID.fromString(device).toString();
        } catch (IllegalArgumentException malformed) {
            throw new UnrenderableException(variable + ": \"" + device + "\" is not a UUID");
        }
    }

    private static String variable(Kind kind, String resource) {
        return kind.prefix + resource.toUpperCase(Locale.ROOT).replace('/', '_').replace('.', '_');
    }
}
