package io.fairlead.cel;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device with the facts that a test gives it. */
final class TestingDevice implements DeviceFacts {
    private final String driver;
    private final Map<String, Object> attributes = new HashMap<>();
    private final Map<String, Quantity> capacities = new HashMap<>();
    private @Nullable String unreadable;

    TestingDevice(String driver) {
        this.driver = driver;
    }

    TestingDevice attribute(String name, Object value) {
        attributes.put(name, value);
        return this;
    }

    TestingDevice capacity(String name, String amount) {
        capacities.put(name, Quantity.parse(amount));
        return this;
    }

    TestingDevice unreadable(String why) {
        unreadable = why;
        return this;
    }

    @Override
    public String driver() {
        return driver;
    }

    @Override
    public boolean allowMultipleAllocations() {
        return false;
    }

    @Override
    public @Nullable Object attribute(QualifiedName name) {
        return attributes.get(name.domain().equals(driver) ? name.id() : name.text());
    }

    @Override
    public @Nullable Quantity capacity(QualifiedName name) {
        return capacities.get(name.domain().equals(driver) ? name.id() : name.text());
    }

    @Override
    public Map<String, Object> attributes() {
        return attributes;
    }

    @Override
    public Map<String, Quantity> capacities() {
        return capacities;
    }

    @Override
    public @Nullable String unreadable() {
        return unreadable;
    }
}
