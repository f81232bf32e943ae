package io.fairlead.contract.allocation;

import static io.fairlead.contract.allocation.CaseGenerator.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fairlead.allocation.AllocationCase;
import io.fairlead.allocation.Allocator;
import io.fairlead.allocation.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Times both allocators on the same cases, side by side; see docs/allocation.md for the command.
 *
 * <p>Selectors are compiled, results of earlier runs are not used. With an argument only cases whose name contains it.
 */
public final class AllocatorBenchmark {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DRIVER = "gpu.example.com";
    private static final String ANY = "device.driver == '" + DRIVER + "'";
    private static final String ROOT = "resource.kubernetes.io/pcieRoot";

    /** Larger than the caches of most processors. */
    private static final byte[] OTHER_MEMORY = new byte[256 << 20];

    private record Scenario(String name, String line, int repeat) {}

    private AllocatorBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        System.out.printf("%-50s %14s %12s %9s %12s%n", "case", "kubernetes µs", "fairlead µs", "ratio", "cold µs");
        String wanted = arguments.length == 0 ? "" : arguments[0];
        List<Scenario> scenarios = scenarios().stream()
                .filter(scenario -> scenario.name().contains(wanted))
                .toList();
        for (Scenario scenario : scenarios) {
            warmUp(AllocationCase.read(scenario.line()));
        }
        for (Scenario scenario : scenarios) {
            try (AllocatorReference reference =
                    new AllocatorReference("-limit", "10s", "-repeat", Integer.toString(scenario.repeat()))) {
                JsonNode theirs = reference.answer(scenario.line());
                AllocationCase question = AllocationCase.read(scenario.line());
                warmUp(question);
                double ours = median(question, () -> {});
                double micros = theirs.path("micros").asDouble();
                System.out.printf(
                        Locale.ROOT,
                        "%-50s %14.1f %12.1f %8.1fx %12.1f  %s%n",
                        scenario.name(),
                        micros,
                        ours,
                        micros / ours,
                        median(question, AllocatorBenchmark::emptyCaches),
                        agreement(question, theirs.path("outcome").asText()));
            }
        }
        if (wanted.isEmpty()) {
            manyNodes();
        }
    }

    private static String agreement(AllocationCase question, String theirs) throws IOException {
        String ours = JSON.readTree(question.answer(Allocator.allocate(question.request()), List.of(), 0))
                .path("outcome")
                .asText();
        if (theirs.equals("timeout")) {
            return ours + "; kubernetes gave up after 10 s";
        }
        return ours.equals(theirs) ? ours : "DIFFERENT: " + ours + " and " + theirs;
    }

    private static void warmUp(AllocationCase question) {
        long end = System.nanoTime() + 2_000_000_000L;
        for (int i = 0; i < 1000 && System.nanoTime() < end; i++) {
            Allocator.allocate(question.request());
        }
    }

    private static double median(AllocationCase question, Runnable before) {
        double[] times = new double[21];
        for (int i = 0; i < times.length; i++) {
            before.run();
            long start = System.nanoTime();
            Allocator.allocate(question.request());
            times[i] = (System.nanoTime() - start) / 1000.0;
        }
        Arrays.sort(times);
        return times[times.length / 2];
    }

    /**
     * Few devices stay in the processor's caches from one run to the next and many do not, which makes small cases look
     * better than they are for anybody who does something else between two allocations.
     */
    private static void emptyCaches() {
        for (int i = 0; i < OTHER_MEMORY.length; i += 64) {
            OTHER_MEMORY[i]++;
        }
    }

    private static List<Scenario> scenarios() {
        List<Scenario> scenarios = new ArrayList<>();
        IntFunction<Map<String, Object>> plain = i -> device(i, i % 4, i);
        scenarios.add(scenario("easy: 1,000 devices, want 8", slices(1000, plain), claim(request("gpus", 8)), 101));
        scenarios.add(scenario(
                "selective: 1,000 devices, the last 8 match",
                slices(1000, plain),
                claim(request("gpus", 8, "device.attributes['" + DRIVER + "'].index >= 992")),
                101));
        scenarios.add(scenario(
                "selective: quantity and version of 1,000 devices",
                slices(1000, plain),
                claim(request(
                        "gpus",
                        8,
                        "device.capacity['" + DRIVER + "'].memory.compareTo(quantity('40Gi')) >= 0",
                        "device.attributes['" + DRIVER + "'].index > 980" + " && device.attributes['" + DRIVER
                                + "'].firmware.isGreaterThan(semver('1.0.0'))")),
                101));
        scenarios.add(scenario(
                "20 free, want 24 with a constraint",
                slices(20, i -> device(i, 0, i)),
                match(claim(request("gpus", 24))),
                1));
        scenarios.add(scenario("18 partitionable, want 17", partitions(18), claim(request("gpus", 17)), 3));
        List<Map<String, Object>> five = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            five.add(request("gpus-" + i, 5));
        }
        scenarios.add(scenario(
                "five requests of 5 share a root, 2 roots x 24",
                slices(48, i -> device(i, i / 24, i)),
                match(claim(five)),
                1));
        scenarios.add(scenario(
                "1,000 devices, only the last of 993 roots has 8",
                slices(1000, i -> device(i, i < 992 ? i : 5000, i)),
                match(claim(request("gpus", 8))),
                3));
        for (int size = 100; size <= 100_000; size *= 10) {
            scenarios.add(scenario(
                    "scaling: first 8 of " + size,
                    slices(size, plain),
                    claim(request("gpus", 8)),
                    size > 10_000 ? 5 : 21));
            scenarios.add(scenario(
                    "scaling: last 8 of " + size,
                    slices(size, plain),
                    claim(request("gpus", 8, "device.attributes['" + DRIVER + "'].index >= " + (size - 8))),
                    size > 10_000 ? 5 : 21));
        }
        return scenarios;
    }

    /** Where in a large cluster does a claim fit? Only the last node has room. */
    private static void manyNodes() throws IOException {
        List<Object> slices = new ArrayList<>();
        List<Object> allocated = new ArrayList<>();
        for (int node = 0; node < 5000; node++) {
            List<Object> devices = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                devices.add(device(i, i / 8, i));
                if (node < 4999 && i < 14) {
                    allocated.add(map("driver", DRIVER, "pool", "node-" + node, "device", "gpu-" + i));
                }
            }
            slices.add(slice("slice-" + node, "node-" + node, "node-" + node, 1, map("devices", devices)));
        }
        AllocationCase question = AllocationCase.read(JSON.writeValueAsString(map(
                "id",
                "nodes",
                "node",
                map("metadata", map("name", "node-0")),
                "deviceClasses",
                List.of(deviceClass(ANY)),
                "resourceSlices",
                slices,
                "allocatedDevices",
                allocated,
                "claims",
                List.of(match(claim(request("gpus", 4)))))));
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node < 5000; node++) {
            nodes.add(new NodeBuilder()
                    .withNewMetadata()
                    .withName("node-" + node)
                    .endMetadata()
                    .build());
        }
        for (int run = 0; run < 5; run++) {
            long start = System.nanoTime();
            Allocator allocator = new Allocator(question.request().cluster());
            long fitting = nodes.stream()
                    .filter(node -> allocator.allocate(node, question.request().claims()) instanceof Outcome.Allocated)
                    .count();
            System.out.printf(
                    Locale.ROOT,
                    "5,000 nodes x 16 devices, one claim: fits on %d, found in %.0f ms%n",
                    fitting,
                    (System.nanoTime() - start) / 1e6);
        }
    }

    private static Scenario scenario(String name, List<Object> slices, Map<String, Object> claim, int repeat) {
        try {
            return new Scenario(
                    name,
                    JSON.writeValueAsString(map(
                            "id", name,
                            "node", map("metadata", map("name", "node-a")),
                            "deviceClasses", List.of(deviceClass(ANY)),
                            "resourceSlices", slices,
                            "claims", List.of(claim))),
                    repeat);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> deviceClass(String selector) {
        return map(
                "metadata", map("name", "gpu"),
                "spec", map("selectors", List.of(map("cel", map("expression", selector)))));
    }

    private static Map<String, Object> device(int number, int root, int index) {
        return map(
                "name", "gpu-" + number,
                "attributes",
                        map(
                                "index",
                                map("int", index),
                                "model",
                                map("string", "a100"),
                                "firmware",
                                map("version", "1.2.3"),
                                ROOT,
                                map("string", "pci" + root)),
                "capacity", map("memory", map("value", "80Gi")));
    }

    private static List<Object> slices(int devices, IntFunction<Map<String, Object>> device) {
        List<Object> slices = new ArrayList<>();
        int count = (devices + 127) / 128;
        for (int s = 0; s < count; s++) {
            List<Object> listed = new ArrayList<>();
            for (int i = s * 128; i < Math.min(devices, (s + 1) * 128); i++) {
                listed.add(device.apply(i));
            }
            slices.add(slice(
                    String.format(Locale.ROOT, "slice-%05d", s), "pool", "node-a", count, map("devices", listed)));
        }
        return slices;
    }

    /** Devices of rising size whose counter has room for the smallest 16 only. */
    private static List<Object> partitions(int devices) {
        List<Object> listed = new ArrayList<>();
        int room = 0;
        for (int i = 0; i < devices; i++) {
            Map<String, Object> device = device(i, 0, i);
            device.put(
                    "consumesCounters",
                    List.of(map("counterSet", "card", "counters", map("memory", map("value", (10 + i) + "Gi")))));
            listed.add(device);
            room += i < 17 ? 10 + i : 0;
        }
        Map<String, Object> counters = map(
                "sharedCounters",
                List.of(map("name", "card", "counters", map("memory", map("value", (room - 1) + "Gi")))));
        return List.of(
                slice("a-counters", "pool", "node-a", 2, counters),
                slice("b-devices", "pool", "node-a", 2, map("devices", listed)));
    }

    private static Map<String, Object> slice(
            String name, String pool, String node, int count, Map<String, Object> content) {
        Map<String, Object> spec = map(
                "driver",
                DRIVER,
                "nodeName",
                node,
                "pool",
                map("name", pool, "generation", 1, "resourceSliceCount", count));
        spec.putAll(content);
        return map("metadata", map("name", name), "spec", spec);
    }

    private static Map<String, Object> request(String name, int count, String... selectors) {
        return map(
                "name",
                name,
                "exactly",
                map(
                        "deviceClassName",
                        "gpu",
                        "allocationMode",
                        "ExactCount",
                        "count",
                        count,
                        "selectors",
                        Arrays.stream(selectors)
                                .map(text -> map("cel", map("expression", text)))
                                .toList()));
    }

    private static Map<String, Object> claim(Map<String, Object> request) {
        return claim(List.of(request));
    }

    private static Map<String, Object> claim(List<Map<String, Object>> requests) {
        return map("metadata", map("name", "claim"), "spec", map("devices", map("requests", requests)));
    }

    @SuppressWarnings("unchecked") // it was made above
    private static Map<String, Object> match(Map<String, Object> claim) {
        Map<String, Object> spec = (Map<String, Object>) claim.get("spec");
        ((Map<String, Object>) spec.get("devices")).put("constraints", List.of(map("matchAttribute", ROOT)));
        return claim;
    }
}
