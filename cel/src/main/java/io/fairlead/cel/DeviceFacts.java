package io.fairlead.cel;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a selector may ask about a device: the {@code device} variable.
 *
 * <p>Who implements it hands out values that are there already. Most selectors read one or two of them, of thousands of
 * devices in a row: what were made for each device would cost more than the evaluation.
 */
public interface DeviceFacts {
    String driver();

    boolean allowMultipleAllocations();

    /** A text, {@link Long}, {@link Boolean}, {@link Semver} or a list of one of these; null when it is not there. */
    @Nullable
    Object attribute(QualifiedName name);

    @Nullable
    Quantity capacity(QualifiedName name);

    /** All attributes, by names with or without a domain. */
    Map<String, Object> attributes();

    /** All capacities, by names with or without a domain. */
    Map<String, Quantity> capacities();

    /** Why no expression can be evaluated for this device, or null. */
    @Nullable
    String unreadable();
}
