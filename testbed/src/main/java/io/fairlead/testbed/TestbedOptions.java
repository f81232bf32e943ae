package io.fairlead.testbed;

import io.fairlead.testbed.parts.Part;
import java.util.List;

/**
 * What kind of cluster to start.
 *
 * @param kubernetes one of {@link Part#KUBERNETES_VERSIONS}
 * @param apiServerFlags more flags for kube-apiserver, such as {@code --feature-gates=…}
 * @param detached whether it outlives this JVM
 */
public record TestbedOptions(String kubernetes, List<String> apiServerFlags, boolean detached) {
    /** The property by which a whole test run is moved to another version. */
    public static final String VERSION_PROPERTY = "fairlead.kubernetes";

    public TestbedOptions {
        apiServerFlags = List.copyOf(apiServerFlags);
    }

    /** Ends with this JVM, at the version that the property names, else the default one. */
    public static TestbedOptions forTests() {
        return new TestbedOptions(defaultVersion(), List.of(), false);
    }

    public static String defaultVersion() {
        String chosen = System.getProperty(VERSION_PROPERTY, "");
        return chosen.isEmpty() ? Part.KUBERNETES_VERSIONS.getFirst() : chosen;
    }

    public TestbedOptions withKubernetes(String version) {
        return new TestbedOptions(version, apiServerFlags, detached);
    }

    public TestbedOptions withApiServerFlags(List<String> flags) {
        return new TestbedOptions(kubernetes, flags, detached);
    }
}
