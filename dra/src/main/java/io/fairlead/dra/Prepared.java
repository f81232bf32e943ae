package io.fairlead.dra;

import java.util.List;

/** What {@link DraDriver#prepare} has made ready. */
public record Prepared(List<PreparedDevice> devices) {
    public Prepared {
        devices = List.copyOf(devices);
    }
}
