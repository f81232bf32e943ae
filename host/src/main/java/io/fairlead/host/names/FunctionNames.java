package io.fairlead.host.names;

import io.fairlead.host.PciFunction;
import io.fairlead.host.PciId;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** What one function is called, and which names do not tell models apart. */
public final class FunctionNames {
    private final PciNames names;

    public FunctionNames(PciNames names) {
        this.names = names;
    }

    /** The vendor's name, or its number. */
    public String vendor(PciFunction function) {
        return names.vendor(function.id().vendor())
                .orElse("Vendor " + function.id().vendorHex());
    }

    /** The model's name, or its number. */
    public String device(PciFunction function) {
        return names.device(function.id()).orElse("Device " + function.id().deviceHex());
    }

    /** The board's name: as its maker calls it, or at least who made it. */
    public Optional<String> subsystem(PciFunction function) {
        return function.subsystem()
                .flatMap(subsystem -> names.subsystem(function.id(), subsystem)
                        .or(() -> names.vendor(subsystem.vendor()).map(maker -> maker + " " + subsystem.deviceHex())));
    }

    /** The subclass's name, or the class's, or its number. */
    public String type(PciFunction function) {
        return names.type(function.type()).orElse("Class " + function.type());
    }

    /** One line that says what a function is, as PCIDevice objects carry it. */
    public String description(PciFunction function) {
        return "%s: %s %s".formatted(type(function), vendor(function), device(function));
    }

    public ResourceName resourceName(PciFunction function) {
        return ResourceName.of(names.vendor(function.id().vendor()), names.device(function.id()), function.id());
    }

    /** Resource names that several models among these functions share. */
    public NavigableMap<ResourceName, NavigableSet<PciId>> collisions(Collection<PciFunction> functions) {
        Map<ResourceName, NavigableSet<PciId>> models = new TreeMap<>();
        for (PciFunction function : functions) {
            models.computeIfAbsent(resourceName(function), _ -> new TreeSet<>()).add(function.id());
        }
        NavigableMap<ResourceName, NavigableSet<PciId>> shared = new TreeMap<>();
        models.forEach((name, ids) -> {
            if (ids.size() > 1) {
                shared.put(name, ids);
            }
        });
        return shared;
    }
}
