package io.fairlead.allocation;

/** Which of the API's features are in use; what is off behaves as if its fields did not exist, or is refused. */
public record Features(
        boolean adminAccess,
        boolean prioritizedList,
        boolean partitionableDevices,
        boolean deviceTaints,
        boolean bindingConditions,
        boolean consumableCapacity,
        boolean listTypeAttributes) {
    /** The defaults of Kubernetes 1.36. */
    public static final Features DEFAULT = new Features(true, true, true, true, true, true, false);
}
