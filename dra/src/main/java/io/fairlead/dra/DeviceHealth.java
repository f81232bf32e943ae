package io.fairlead.dra;

import java.time.Duration;
import java.time.Instant;

/**
 * How one device is.
 *
 * @param seen when this was found out
 * @param validFor after this time without news the kubelet calls it unknown
 * @param message for people; the kubelet cuts it after 1024 characters
 */
public record DeviceHealth(String pool, String device, State state, Instant seen, Duration validFor, String message) {
    public enum State {
        UNKNOWN,
        HEALTHY,
        UNHEALTHY
    }

    /** As long as the kubelet takes when nothing else is said. */
    public static final Duration STANDARD_VALIDITY = Duration.ofSeconds(30);

    public DeviceHealth {
        if (validFor.toSeconds() < 1) {
            throw new IllegalArgumentException(
                    "health of " + pool + "/" + device + " valid for " + validFor + ": want 1 s or more");
        }
    }

    public static DeviceHealth healthy(String pool, String device, Instant seen) {
        return new DeviceHealth(pool, device, State.HEALTHY, seen, STANDARD_VALIDITY, "");
    }

    public static DeviceHealth unhealthy(String pool, String device, Instant seen, String message) {
        return new DeviceHealth(pool, device, State.UNHEALTHY, seen, STANDARD_VALIDITY, message);
    }
}
