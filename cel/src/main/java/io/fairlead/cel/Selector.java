package io.fairlead.cel;

/** A compiled selector of devices. */
@FunctionalInterface
public interface Selector {
    /** Whether the device is wanted; throws a {@link CelFailure} when the expression has no answer for it. */
    boolean matches(DeviceFacts device);
}
