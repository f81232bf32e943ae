package io.fairlead.allocation;

/** The name of a device in a cluster. */
public record DeviceId(String driver, String pool, String device) {
    @Override
    public String toString() {
        return driver + "/" + pool + "/" + device;
    }
}
