package io.fairlead.contract.allocation;

import static io.fairlead.contract.allocation.CaseGenerator.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The classes and claims of a random case. */
final class ClaimGenerator {
    private static final String[] SELECTORS = {
        "device.driver == 'driver-a.example.com'",
        "device.attributes['driver-a.example.com'].model == 'm0'",
        "device.driver != 'driver-a.example.com' || device.attributes['driver-a.example.com'].model != 'm1'",
        "device.attributes[device.driver].index > 0",
        "device.attributes[device.driver].model in ['m0', 'm1']",
        "device.attributes[device.driver].index < 3 && device.attributes[device.driver].model != 'm2'",
        "'ecc' in device.attributes[device.driver] && device.attributes[device.driver].ecc",
        "has(device.attributes['resource.kubernetes.io'].pcieRoot)",
        "device.attributes['resource.kubernetes.io'].pcieRoot.startsWith('pci')",
        "!has(device.attributes['example.org'].firmware) || device.attributes['example.org'].firmware.isGreaterThan(semver('1.1.0'))",
        "device.attributes['example.org'][?'firmware'].hasValue()",
        "'memory' in device.capacity[device.driver] && device.capacity[device.driver].memory.compareTo(quantity('6Gi')) >= 0",
        "cel.bind(own, device.attributes[device.driver], own.index == 1 || own.model == 'm0')",
        "device.attributes['absent.example.com'].size() == 0",
        "!('absent.example.com' in device.attributes)",
        "device.attributes.exists(domain, domain == 'example.org')",
        "device.attributes.all(domain, names, names.size() > 0)",
        "device.attributes[device.driver].index in [0, 2, 3]",
        "device.attributes[device.driver].model.matches('m[01]')",
        "device.attributes[device.driver].model == 1 || true",
        "sets.contains(['m0', 'm1'], [device.attributes[device.driver].model])",
        "device.attributes[device.driver].index * 2 <= 4",
        "device.capacity[device.driver].size() > 0 ? device.capacity[device.driver].memory.isLessThan(quantity('12Gi')) : true",
    };
    /** These fail for some devices, or for all, or do not compile. */
    private static final String[] HAZARDS = {
        "device.attributes[device.driver].ecc",
        "device.attributes['example.org'].firmware.isLessThan(semver('2.0.0'))",
        "device.attributes['driver-b.example.com'].model == 'm0'",
        "device.attributes[device.driver].model > 3",
        "device.capacity[device.driver].memory.isGreaterThan(quantity('5Gi'))",
        "device.driver == 1",
        "device.attributes[device.driver].index / (device.attributes[device.driver].index - 1) > 0",
    };

    private static final String[] WITH_LISTS = {
        "device.attributes['example.org'][?'numa'].orValue([]).includes(1)",
        "has(device.attributes['example.org'].numa) && device.attributes['example.org'].numa.includes(2)",
        "device.attributes[device.driver].model.includes('m1')",
    };
    private static final String PCIE_ROOT = "resource.kubernetes.io/pcieRoot";

    private final Random random;
    private final boolean lists;
    private final boolean onlyListMatch;
    private final int classes;

    ClaimGenerator(Random random, boolean lists, boolean onlyListMatch) {
        this.random = random;
        this.lists = lists;
        this.onlyListMatch = onlyListMatch;
        classes = 1 + random.nextInt(3);
    }

    List<Object> classes() {
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < classes; i++) {
            Map<String, Object> spec = map("selectors", selectors(chance(35) ? 1 : 0));
            if (chance(30)) {
                spec.put("config", List.of(config(null), config(null)));
            }
            made.add(map("metadata", map("name", "class-" + i), "spec", spec));
        }
        return made;
    }

    List<Object> claims() {
        int count = onlyListMatch || chance(65) ? 1 : 2 + random.nextInt(2);
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(claim(i, i == count - 1));
        }
        return made;
    }

    private Map<String, Object> claim(int number, boolean last) {
        int count = onlyListMatch ? 1 : 1 + random.nextInt(3);
        List<Object> requests = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<String> singles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "req-" + i;
            int most = onlyListMatch ? 2 : chance(3) ? 20 : chance(50) ? 2 : 4;
            Map<String, Object> request = map("name", name);
            if (!onlyListMatch && chance(22)) {
                alternatives(request, name, names, most);
            } else {
                Map<String, Object> exactly = demand(most);
                // A device with admin access must not matter to a claim that follows.
                if (last && chance(12)) {
                    exactly.put("adminAccess", true);
                }
                request.put("exactly", exactly);
                if (Integer.valueOf(1).equals(exactly.get("count"))) {
                    singles.add(name);
                }
            }
            requests.add(request);
            names.add(name);
        }
        Map<String, Object> devices = map("requests", requests);
        List<Object> constraints = constraints(names, singles);
        if (!constraints.isEmpty()) {
            devices.put("constraints", constraints);
        }
        if (chance(25)) {
            devices.put("config", List.of(config(chance(50) ? null : some(names))));
        }
        return map("metadata", map("name", "claim-" + number, "namespace", "default"), "spec", map("devices", devices));
    }

    private void alternatives(Map<String, Object> request, String name, List<String> names, int most) {
        List<Object> alternatives = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            Map<String, Object> alternative = demand(most);
            alternative.put("name", "sub-" + i);
            alternatives.add(alternative);
            if (chance(30)) {
                names.add(name + "/sub-" + i);
            }
        }
        request.put("firstAvailable", alternatives);
    }

    private Map<String, Object> demand(int most) {
        Map<String, Object> demand = map("deviceClassName", chance(1) ? "class-9" : "class-" + random.nextInt(classes));
        if (chance(10)) {
            demand.put("allocationMode", "All");
        } else {
            demand.put("allocationMode", "ExactCount");
            demand.put("count", 1 + random.nextInt(most));
        }
        demand.put("selectors", selectors(chance(35) ? 1 : chance(10) ? 2 : 0));
        if (chance(20)) {
            demand.put("tolerations", List.of(toleration()));
        }
        if (!onlyListMatch && chance(18)) {
            demand.put("capacity", map("requests", capacityRequests()));
        }
        return demand;
    }

    private Map<String, Object> toleration() {
        return switch (random.nextInt(4)) {
            case 0 -> map("operator", "Exists");
            case 1 -> map("key", "health", "operator", "Equal", "value", "bad");
            case 2 -> map("key", "health", "operator", "Exists", "effect", "NoSchedule");
            default -> map("key", "other", "operator", "Exists");
        };
    }

    private Map<String, Object> capacityRequests() {
        String[] amounts = {"1Gi", "1500Mi", "2Gi", "3Gi", "5Gi", "9Gi", "300M"};
        Map<String, Object> requests = map("memory", amounts[random.nextInt(amounts.length)]);
        if (chance(15)) {
            requests.put("example.org/queues", "2");
        }
        return requests;
    }

    private List<Object> constraints(List<String> names, List<String> singles) {
        List<Object> made = new ArrayList<>();
        if (onlyListMatch) {
            made.add(map("matchAttribute", "example.org/numa"));
            return made;
        }
        String[] attributes = {
            PCIE_ROOT, PCIE_ROOT, "driver-a.example.com/model", "driver-a.example.com/index", "example.org/firmware"
        };
        if (chance(30)) {
            Map<String, Object> match = map("matchAttribute", attributes[random.nextInt(attributes.length)]);
            if (chance(50)) {
                match.put("requests", some(names));
            }
            made.add(match);
        }
        // The reference compares one device of each request only, so each covered request has one.
        if (!singles.isEmpty() && chance(30)) {
            made.add(map(
                    "distinctAttribute",
                    lists && chance(50) ? "example.org/numa" : attributes[random.nextInt(attributes.length)],
                    "requests",
                    singles));
        }
        return made;
    }

    private List<String> some(List<String> names) {
        List<String> chosen = new ArrayList<>();
        for (String name : names) {
            if (chance(60)) {
                chosen.add(name);
            }
        }
        return chosen.isEmpty() ? List.of(names.get(0)) : chosen;
    }

    private Map<String, Object> config(List<String> requests) {
        Map<String, Object> config =
                map("opaque", map("driver", "driver-a.example.com", "parameters", map("mode", random.nextInt(9))));
        if (requests != null) {
            config.put("requests", requests);
        }
        return config;
    }

    private List<Object> selectors(int count) {
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String[] source = chance(4) ? HAZARDS : lists && chance(30) ? WITH_LISTS : SELECTORS;
            made.add(map("cel", map("expression", source[random.nextInt(source.length)])));
        }
        return made;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
