package io.fairlead.agent.offer;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciBar;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.Sriov;
import io.fairlead.host.names.FunctionNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Offers in the words of ResourceSlices. */
public final class Devices {
    private static final String STANDARD = "resource.kubernetes.io/";
    static final String COUNTER = "parts";
    private static final String DRIVER = "driver";
    /** Of all functions of a device that has several. */
    private static final String DRIVERS = "drivers";

    private static final int LONGEST_TEXT = 64;
    /** The standard attribute allows no larger one; machines with volume management devices have them. */
    private static final int LARGEST_STANDARD_DOMAIN = 0xffff;

    private final FunctionNames names;
    private final PciInventory inventory;
    private final Function<PciAddress, Optional<String>> driverBefore;

    /** {@code driverBefore} tells the driver that a taken function had, so that a device looks the same to whoever holds it. */
    public Devices(FunctionNames names, PciInventory inventory, Function<PciAddress, Optional<String>> driverBefore) {
        this.names = names;
        this.inventory = inventory;
        this.driverBefore = driverBefore;
    }

    private String drivers(Offered offered) {
        return offered.functions().stream()
                .map(function -> driverBefore
                        .apply(function.address())
                        .or(function::driver)
                        .orElse(""))
                .collect(Collectors.joining(","));
    }

    /** The drivers that the functions of a published device had when nobody held it, in order; empty for none. */
    public static List<String> drivers(Device device) {
        DeviceAttribute all = device.getAttributes().get(DRIVERS);
        DeviceAttribute one = device.getAttributes().get(DRIVER);
        String text = all != null ? all.getString() : one != null ? one.getString() : "";
        return text == null ? List.of() : List.of(text.split(",", -1));
    }

    /** One device as it is published. */
    public Device device(Offered offered, List<DeviceTaint> taints) {
        DeviceBuilder device = new DeviceBuilder()
                .withName(offered.name())
                .withAttributes(attributes(offered))
                .withCapacity(capacity(offered))
                .withTaints(taints);
        if (offered.share() != null) {
            device.addNewConsumesCounter()
                    .withCounterSet(offered.share().counterSet())
                    .withCounters(Map.of(COUNTER, counter(offered.share().amount())))
                    .endConsumesCounter();
        }
        return device.build();
    }

    /** What the devices draw on. */
    public static List<CounterSet> counterSets(List<Offered> devices) {
        Map<String, Integer> totals = new TreeMap<>();
        for (Offered device : devices) {
            if (device.share() != null) {
                totals.put(device.share().counterSet(), device.share().total());
            }
        }
        return totals.entrySet().stream()
                .map(set -> new CounterSetBuilder()
                        .withName(set.getKey())
                        .withCounters(Map.of(COUNTER, counter(set.getValue())))
                        .build())
                .toList();
    }

    private static Counter counter(int value) {
        return new Counter(new Quantity(Integer.toString(value)));
    }

    /** What there is to say about a device: as selectors read it, and as metadata files tell it to containers. */
    public Map<String, DeviceAttribute> attributes(Offered offered) {
        Map<String, DeviceAttribute> all = new TreeMap<>();
        put(all, "type", offered.kind().toString());
        Offered.Mdev mdev = offered.mdev();
        if (mdev != null) {
            put(all, "mdevUUID", mdev.uuid().toString());
            put(all, "mdevType", mdev.type());
            put(all, "mdevTypeName", mdev.typeName());
            put(all, "mdevParent", mdev.parent());
        }
        PciFunction function = mdev == null ? offered.functions().getFirst() : mdev.function();
        if (function != null) {
            describe(function, all);
            if (mdev == null) {
                put(all, "functions", offered.functions().size());
                if (offered.functions().size() > 1) {
                    put(all, DRIVERS, drivers(offered));
                }
                function.iommuGroup().ifPresent(group -> put(all, "iommuGroup", group));
            }
        }
        return all;
    }

    private void describe(PciFunction function, Map<String, DeviceAttribute> all) {
        if (function.address().domain() <= LARGEST_STANDARD_DOMAIN) {
            put(all, STANDARD + "pciBusID", function.address().toString());
        }
        put(all, "address", function.address().toString());
        put(all, STANDARD + "pcieRoot", function.pcieRoot());
        function.numaNode().ifPresent(node -> put(all, STANDARD + "numaNode", node));
        put(all, "vendor", function.id().vendorHex());
        put(all, "device", function.id().deviceHex());
        put(all, "class", function.type().toString());
        put(all, "vendorName", names.vendor(function));
        put(all, "model", names.device(function));
        driverBefore.apply(function.address()).or(function::driver).ifPresent(driver -> put(all, DRIVER, driver));
        function.link().ifPresent(link -> {
            put(all, "linkSpeed", link.maxSpeed());
            put(all, "linkWidth", link.maxWidth());
        });
        switch (function.sriov()) {
            case Sriov.Virtual(PciAddress physical) -> describeMaker(physical, function.address(), all);
            case Sriov.Physical _, Sriov.None _ -> {}
        }
    }

    private void describeMaker(PciAddress physical, PciAddress virtual, Map<String, DeviceAttribute> all) {
        put(all, "physicalFunction", physical.toString());
        inventory.function(physical).ifPresent(maker -> {
            if (!maker.interfaces().isEmpty()) {
                put(all, "physicalInterface", maker.interfaces().getFirst().name());
            }
            if (maker.sriov() instanceof Sriov.Physical(int _, var made)) {
                made.forEach((index, address) -> {
                    if (address.equals(virtual)) {
                        put(all, "virtualFunctionIndex", index);
                    }
                });
            }
        });
    }

    private static Map<String, DeviceCapacity> capacity(Offered offered) {
        Map<String, DeviceCapacity> all = new TreeMap<>();
        long memory = offered.functions().stream()
                .flatMap(function -> function.bars().stream())
                .filter(bar -> bar.space() != PciBar.Space.IO)
                .mapToLong(PciBar::size)
                .sum();
        if (memory > 0) {
            all.put("memory", amount(memory));
        }
        int virtual = offered.functions().stream()
                .mapToInt(function -> function.sriov() instanceof Sriov.Physical(int total, var _) ? total : 0)
                .sum();
        if (virtual > 0) {
            all.put("virtualFunctions", amount(virtual));
        }
        return all;
    }

    private static DeviceCapacity amount(long value) {
        return new DeviceCapacityBuilder()
                .withValue(new Quantity(canonical(value)))
                .build();
    }

    /** As the API server would write it: whole kibi, mebi and so on where it comes out even. */
    private static String canonical(long value) {
        long rest = value;
        int steps = 0;
        while (rest % 1024 == 0 && steps < 6) {
            rest /= 1024;
            steps++;
        }
        return steps == 0 ? Long.toString(rest) : rest + "KMGTPE".substring(steps - 1, steps) + "i";
    }

    private static void put(Map<String, DeviceAttribute> all, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            all.put(
                    name,
                    new DeviceAttributeBuilder().withString(shortened(value)).build());
        }
    }

    private static void put(Map<String, DeviceAttribute> all, String name, long value) {
        all.put(name, new DeviceAttributeBuilder().withInt(value).build());
    }

    /** The API counts bytes, so a letter that takes several is not cut in two. */
    private static String shortened(String text) {
        String kept = text;
        while (kept.getBytes(StandardCharsets.UTF_8).length > LONGEST_TEXT) {
            kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
        }
        return kept;
    }
}
