package io.fairlead.contract.allocation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random allocation cases, each from a seed of its own. Together they use every feature of the allocator, and each stays
 * away from the points where Fairlead differs from Kubernetes on purpose.
 */
final class CaseGenerator {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NODE = "node-a";

    private final Random random;
    private final boolean lists;
    private final boolean withCounters;
    private final boolean withShares;
    private final boolean onlyListMatch;
    private final ClaimGenerator claims;
    private final List<Map<String, Object>> slices = new ArrayList<>();
    private final List<Map<String, Object>> allocated = new ArrayList<>();

    private CaseGenerator(Random random) {
        this.random = random;
        lists = chance(12);
        onlyListMatch = lists && chance(30);
        withCounters = !onlyListMatch && chance(30);
        withShares = !onlyListMatch && chance(30);
        claims = new ClaimGenerator(random, lists, onlyListMatch);
    }

    static String of(long seed) {
        try {
            return JSON.writeValueAsString(new CaseGenerator(new Random(seed)).generate(seed));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Object> generate(long seed) {
        int drivers = 1 + random.nextInt(2);
        int budget = 4 + random.nextInt(13);
        for (int d = 0; d < drivers; d++) {
            int pools = 1 + random.nextInt(3);
            for (int p = 0; p < pools; p++) {
                int devices = Math.min(budget, 1 + random.nextInt(7));
                budget -= devices;
                pool("driver-" + (char) ('a' + d) + ".example.com", (chance(50) ? "x" : "m") + p + "-" + d, devices);
            }
        }
        Map<String, Object> features = new LinkedHashMap<>();
        if (lists) {
            features.put("listTypeAttributes", true);
        }
        if (chance(10)) {
            String[] switches = {
                "adminAccess",
                "prioritizedList",
                "partitionableDevices",
                "deviceTaints",
                "deviceBinding",
                "deviceStatus",
                "consumableCapacity"
            };
            features.put(switches[random.nextInt(switches.length)], false);
        }
        shuffle(slices);
        return map(
                "id", Long.toString(seed),
                "features", features,
                "node", map("metadata", map("name", NODE, "labels", map("zone", "z1", "rank", "5"))),
                "deviceClasses", claims.classes(),
                "resourceSlices", slices,
                "allocatedDevices", allocated,
                "claims", claims.claims());
    }

    private void pool(String driver, String name, int devices) {
        boolean counters = withCounters && chance(60);
        int generation = 1 + random.nextInt(3);
        int parts = devices > 2 && chance(40) ? 2 : 1;
        Map<String, Object> placement = placement();
        List<Map<String, Object>> specs = new ArrayList<>();
        int made = 0;
        for (int part = 0; part < parts; part++) {
            List<Object> listed = new ArrayList<>();
            int size = part == parts - 1 ? devices - made : devices / parts;
            boolean perDevice = placement.containsKey("perDeviceNodeSelection");
            for (int i = 0; i < size; i++) {
                // Names do not follow the order of the list.
                String device = chance(2) ? "twin" : "dev-" + random.nextInt(10) + "-" + made;
                listed.add(device(driver, name, device, counters, perDevice));
                made++;
            }
            Map<String, Object> spec = map("driver", driver, "devices", listed);
            spec.putAll(parts > 1 && chance(20) ? placement() : placement);
            specs.add(spec);
        }
        if (counters) {
            Map<String, Object> spec = map("driver", driver, "sharedCounters", counterSets());
            spec.putAll(placement);
            specs.add(spec);
        }
        int announced = specs.size() + (chance(5) ? 1 : 0);
        for (Map<String, Object> spec : specs) {
            spec.put("pool", map("name", name, "generation", generation, "resourceSliceCount", announced));
            slices.add(
                    map("metadata", map("name", "slice-" + random.nextInt(100) + "-" + slices.size()), "spec", spec));
        }
        if (chance(6)) {
            // A leftover of the last generation, or the herald of the next.
            Map<String, Object> other = map(
                    "driver",
                    driver,
                    "devices",
                    List.of(device(driver, name, "other", false, false)),
                    "pool",
                    map("name", name, "generation", generation + (chance(50) ? -1 : 1), "resourceSliceCount", 1));
            other.putAll(chance(50) ? map("nodeName", "node-b") : map("nodeName", NODE));
            slices.add(map("metadata", map("name", "slice-" + slices.size()), "spec", other));
        }
    }

    private Map<String, Object> placement() {
        return switch (random.nextInt(12)) {
            case 0 -> map("nodeName", "node-b");
            case 1, 2 -> map("allNodes", true);
            case 3 -> map("nodeSelector", selector("zone", "In", "z1", "z2"));
            case 4 -> map("nodeSelector", selector("rank", chance(50) ? "Gt" : "Lt", "4"));
            case 5 -> map("perDeviceNodeSelection", true);
            default -> map("nodeName", NODE);
        };
    }

    private static Map<String, Object> selector(String key, String operator, String... values) {
        return map(
                "nodeSelectorTerms",
                List.of(map(
                        "matchExpressions",
                        List.of(map("key", key, "operator", operator, "values", List.of(values))))));
    }

    private Map<String, Object> device(String driver, String pool, String name, boolean counters, boolean perDevice) {
        Map<String, Object> device = map("name", name, "attributes", attributes());
        if (perDevice) {
            switch (random.nextInt(4)) {
                case 0 -> device.put("nodeName", chance(70) ? NODE : "node-b");
                case 1 -> device.put("nodeSelector", selector("zone", "In", chance(70) ? "z1" : "z9"));
                default -> device.put("allNodes", true);
            }
        }
        boolean shared = withShares && chance(50);
        if (chance(70) || shared) {
            device.put("capacity", capacity());
        }
        if (shared) {
            device.put("allowMultipleAllocations", true);
        }
        if (counters && chance(80)) {
            Map<String, Object> consumed = map("memory", map("value", (1 + random.nextInt(4)) * 10 + "Gi"));
            if (chance(40)) {
                consumed.put("engines", map("value", Integer.toString(1 + random.nextInt(3))));
            }
            if (chance(2)) {
                consumed.put("absent", map("value", "1"));
            }
            device.put(
                    "consumesCounters", List.of(map("counterSet", "set-" + random.nextInt(2), "counters", consumed)));
        }
        if (chance(12)) {
            device.put(
                    "taints",
                    List.of(map(
                            "key",
                            "health",
                            "value",
                            chance(50) ? "bad" : "odd",
                            "effect",
                            chance(40) ? "NoSchedule" : chance(50) ? "NoExecute" : "None")));
        }
        if (chance(8)) {
            device.put("bindingConditions", List.of("ready"));
            device.put("bindingFailureConditions", List.of("failed"));
            if (chance(50)) {
                device.put("bindsToNode", true);
            }
        }
        allocate(driver, pool, name, shared);
        return device;
    }

    private void allocate(String driver, String pool, String name, boolean shared) {
        if (chance(12)) {
            Map<String, Object> entry = map("driver", driver, "pool", pool, "device", name);
            if (shared && chance(85)) {
                entry.put("shareID", "share-" + allocated.size());
                entry.put("consumedCapacity", chance(90) ? map("memory", (1 + random.nextInt(6)) + "Gi") : map());
            }
            allocated.add(entry);
        }
    }

    private Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("model", map("string", "m" + random.nextInt(3)));
        attributes.put("index", map("int", random.nextInt(4)));
        if (chance(90)) {
            attributes.put("resource.kubernetes.io/pcieRoot", map("string", "pci" + random.nextInt(3)));
        }
        if (chance(60)) {
            attributes.put("ecc", map("bool", chance(50)));
        }
        if (chance(50)) {
            attributes.put(
                    "example.org/firmware", map("version", (1 + random.nextInt(2)) + "." + random.nextInt(3) + ".0"));
        }
        if (lists && chance(80)) {
            List<Object> numa = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                numa.add(random.nextInt(4));
            }
            attributes.put("example.org/numa", map("ints", numa));
        } else if (chance(2)) {
            attributes.put(
                    "example.org/numa",
                    lists || chance(70) ? map("int", random.nextInt(3)) : map("ints", List.of(1, 2)));
        }
        return attributes;
    }

    private Map<String, Object> capacity() {
        Map<String, Object> memory = map("value", (4 + random.nextInt(12)) + "Gi");
        switch (random.nextInt(6)) {
            case 0 -> memory.put("requestPolicy", map("default", "1Gi", "validValues", List.of("1Gi", "2Gi", "4Gi")));
            case 1 ->
                memory.put(
                        "requestPolicy",
                        map("default", "2Gi", "validRange", map("min", "1Gi", "max", "8Gi", "step", "1Gi")));
            case 2 -> memory.put("requestPolicy", map("default", "1Gi", "validRange", map("min", "512Mi")));
            default -> {}
        }
        Map<String, Object> capacity = map("memory", memory);
        if (chance(30)) {
            capacity.put("example.org/queues", map("value", Integer.toString(2 + random.nextInt(6))));
        }
        return capacity;
    }

    private List<Object> counterSets() {
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            sets.add(map(
                    "name",
                    chance(1) ? "set-0" : "set-" + i,
                    "counters",
                    map(
                            "memory", map("value", (2 + random.nextInt(8)) * 10 + "Gi"),
                            "engines", map("value", Integer.toString(2 + random.nextInt(5))))));
        }
        return sets;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void shuffle(List<?> list) {
        java.util.Collections.shuffle(list, random);
    }

    /** A JSON object from its names and values in turn. */
    static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }
}
