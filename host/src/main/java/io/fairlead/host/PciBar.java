package io.fairlead.host;

/**
 * One region of a function's registers or memory.
 *
 * @param index 0 to 5
 * @param size in bytes, at least 1
 * @param space how the guest reaches it
 * @param prefetchable whether reads have no side effects
 */
public record PciBar(int index, long size, Space space, boolean prefetchable) {
    /** The address space that a region is placed in. */
    public enum Space {
        IO,
        MEMORY_32,
        MEMORY_64
    }
}
