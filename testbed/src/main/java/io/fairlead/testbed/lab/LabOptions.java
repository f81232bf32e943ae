package io.fairlead.testbed.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lab machine gets from the machine that it runs on.
 *
 * @param shares folders that it can read, under the same paths as here
 * @param classPath of Java programs that are to run in it
 * @param cable the name of the network device, on this machine, that its uplink appears as; null: it has no uplink
 */
public record LabOptions(
        List<Path> shares, List<Path> classPath, @Nullable String cable) {
    /** By this address the uplink is found among the network cards. */
    public static final String UPLINK_MAC = "52:54:00:00:0b:01";

    public LabOptions {
        shares = List.copyOf(shares);
        classPath = List.copyOf(classPath);
    }

    /** Nothing but the running JDK. */
    public static LabOptions plain() {
        return new LabOptions(List.of(Path.of(System.getProperty("java.home"))), List.of(), null);
    }

    public LabOptions withShares(List<Path> more) {
        List<Path> all = new ArrayList<>(shares);
        all.addAll(more);
        return new LabOptions(all.stream().distinct().toList(), classPath, cable);
    }

    public LabOptions withClassPath(List<Path> entries) {
        return new LabOptions(shares, entries, cable);
    }

    public LabOptions withCable(String device) {
        return new LabOptions(shares, classPath, device);
    }
}
