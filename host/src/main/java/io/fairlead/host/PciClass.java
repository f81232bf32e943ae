package io.fairlead.host;

/**
 * What a function says it is.
 *
 * @param code 24 bit: base class, subclass and programming interface
 */
public record PciClass(int code) {
    private static final int STORAGE = 0x01;
    private static final int BRIDGE = 0x06;
    private static final int VGA = 0x0300;

    public PciClass {
        if (code >> 24 != 0) {
            throw new IllegalArgumentException("class %#x must have at most six hex digits".formatted(code));
        }
    }

    public int base() {
        return code >> 16;
    }

    public int subclass() {
        return code >> 8 & 0xff;
    }

    public int programmingInterface() {
        return code & 0xff;
    }

    /** Host, ISA, PCI and other bridges: part of the machine, not of what it can give away. */
    public boolean isBridge() {
        return base() == BRIDGE;
    }

    /** A display with the registers of the old standard, which firmware can show its messages on. */
    public boolean isVga() {
        return code >> 8 == VGA;
    }

    public boolean isStorage() {
        return base() == STORAGE;
    }

    /** Base class and subclass in four lower-case hex digits, as people and Harvester write it: {@code 0302}. */
    @Override
    public String toString() {
        return "%04x".formatted(code >> 8);
    }
}
