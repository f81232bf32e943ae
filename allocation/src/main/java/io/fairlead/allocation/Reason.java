package io.fairlead.allocation;

/**
 * One thing that stands between claims and their devices.
 *
 * @param obstacle what kind of thing it is
 * @param subject the object that it concerns: a claim's request, a pool
 * @param text what was asked, what is in the way, and how much of it
 */
public record Reason(Obstacle obstacle, String subject, String text) {
    /** The kinds of things that stand in the way. */
    public enum Obstacle {
        /** The claims, classes or slices contradict themselves. */
        ERROR,
        /** A pool is half published or contradicts itself. */
        POOL,
        /** A selector of a class or a request drops the devices. */
        SELECTOR,
        /** Devices are tainted. */
        TAINT,
        /** Somebody else holds the devices. */
        TAKEN,
        /** Devices have not enough capacity left, or do not hand out such an amount. */
        CAPACITY,
        /** Shared counters of a pool are used up. */
        COUNTER,
        /** The devices do not have the attributes in common, or do not differ in them. */
        CONSTRAINT,
        /** There are not so many devices. */
        COUNT
    }

    @Override
    public String toString() {
        return subject + ": " + text;
    }
}
