package io.fairlead.agent.plugin;

import java.time.Duration;

/**
 * How long things take and how often they are looked at.
 *
 * @param look between two looks at everything, whatever happened
 * @param settle after the kubelet was answered, until it can tell whom the answer was for
 * @param apart between two lists of the kubelet that both have to lack a device before it is free
 * @param unseen after which a device that was handed out and never appeared in a list may be free
 * @param idle how long a container's start waits for the one before it to let go
 * @param poll between two looks of such a wait
 */
public record Periods(Duration look, Duration settle, Duration apart, Duration unseen, Duration idle, Duration poll) {
    /** Of a node in earnest. */
    public static Periods standard() {
        return new Periods(
                Duration.ofSeconds(30),
                Duration.ofMillis(300),
                Duration.ofSeconds(5),
                Duration.ofMinutes(2),
                Duration.ofSeconds(25),
                Duration.ofMillis(100));
    }
}
