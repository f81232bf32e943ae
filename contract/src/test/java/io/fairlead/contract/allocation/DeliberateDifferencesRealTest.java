package io.fairlead.contract.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fairlead.allocation.AllocationCase;
import io.fairlead.allocation.Allocator;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What Kubernetes' allocator answers where ours differs on purpose; the list is in the documentation of its package. */
class DeliberateDifferencesRealTest {
    private static final ObjectMapper YAML = new YAMLMapper();
    private static final String FRAME = """
            id: difference
            node: {metadata: {name: node-a}}
            deviceClasses: [{metadata: {name: any}, spec: {}}]
            """;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static AllocatorReference reference;

    @BeforeAll
    static void start() {
        reference = new AllocatorReference("-limit", "2s");
    }

    @AfterAll
    static void stop() {
        reference.close();
    }

    @Test
    void kubernetesGivesOneValueTwiceUnderDistinctAttribute() throws IOException {
        String question = FRAME + """
                resourceSlices:
                - metadata: {name: s}
                  spec:
                    driver: a.example.com
                    nodeName: node-a
                    pool: {name: p, generation: 1, resourceSliceCount: 1}
                    devices:
                    - {name: d0, attributes: {slot: {string: a}}}
                    - {name: d1, attributes: {slot: {string: b}}}
                    - {name: d2, attributes: {slot: {string: a}}}
                claims:
                - metadata: {name: c}
                  spec:
                    devices:
                      requests: [{name: r, exactly: {deviceClassName: any, allocationMode: ExactCount, count: 3}}]
                      constraints: [{distinctAttribute: a.example.com/slot}]
                """;
        assertThat(theirs(question)).containsExactly("d0", "d1", "d2");
        assertThat(ours(question)).containsExactly("unallocatable");
    }

    @Test
    void kubernetesMixesTheCountersOfDriversWhosePoolsHaveOneName() throws IOException {
        String question = FRAME + "resourceSlices:\n" + partitioned("a") + partitioned("b") + """
                claims:
                - metadata: {name: c}
                  spec:
                    devices:
                      requests:
                      - {name: r, exactly: {deviceClassName: any, allocationMode: ExactCount, count: 2}}
                """;
        assertThat(theirs(question)).containsExactly("unallocatable");
        assertThat(ours(question)).containsExactly("a-device", "b-device");
    }

    /** A card with room for its only device, in a pool that the other driver's is called like, too. */
    private static String partitioned(String driver) {
        return """
                - metadata: {name: DRIVER-counters}
                  spec:
                    driver: DRIVER.example.com
                    nodeName: node-a
                    pool: {name: p, generation: 1, resourceSliceCount: 2}
                    sharedCounters: [{name: card, counters: {memory: {value: 40Gi}}}]
                - metadata: {name: DRIVER-devices}
                  spec:
                    driver: DRIVER.example.com
                    nodeName: node-a
                    pool: {name: p, generation: 1, resourceSliceCount: 2}
                    devices:
                    - {name: DRIVER-device, consumesCounters: [{counterSet: card, counters: {memory: {value: 40Gi}}}]}
                """.replace("DRIVER", driver);
    }

    @Test
    void kubernetesTakesADeviceWithAdminAccessFromTheClaimsThatFollow() throws IOException {
        String question = FRAME + """
                resourceSlices:
                - metadata: {name: s}
                  spec:
                    driver: a.example.com
                    nodeName: node-a
                    pool: {name: p, generation: 1, resourceSliceCount: 1}
                    devices: [{name: d0}]
                claims:
                - metadata: {name: watcher}
                  spec:
                    devices:
                      requests:
                      - name: r
                        exactly: {deviceClassName: any, allocationMode: ExactCount, count: 1, adminAccess: true}
                - metadata: {name: user}
                  spec:
                    devices:
                      requests: [{name: r, exactly: {deviceClassName: any, allocationMode: ExactCount, count: 1}}]
                """;
        assertThat(theirs(question)).containsExactly("unallocatable");
        assertThat(ours(question)).containsExactly("d0", "d0");
    }

    @Test
    void kubernetesKeepsTheCommonValuesOfListsNarrowedAfterItWentBack() throws IOException {
        String question = FRAME + """
                features: {listTypeAttributes: true}
                resourceSlices:
                - metadata: {name: s}
                  spec:
                    driver: a.example.com
                    nodeName: node-a
                    pool: {name: p, generation: 1, resourceSliceCount: 1}
                    devices:
                    - {name: d0, attributes: {numa: {ints: [1, 2]}}}
                    - {name: d1, attributes: {numa: {ints: [1]}}}
                    - {name: d2, attributes: {numa: {ints: [2]}}}
                    - {name: d3, attributes: {numa: {ints: [2]}}}
                claims:
                - metadata: {name: c}
                  spec:
                    devices:
                      requests: [{name: r, exactly: {deviceClassName: any, allocationMode: ExactCount, count: 3}}]
                      constraints: [{matchAttribute: a.example.com/numa}]
                """;
        assertThat(theirs(question)).containsExactly("unallocatable");
        assertThat(ours(question)).containsExactly("d0", "d2", "d3");
    }

    private static List<String> theirs(String question) throws IOException {
        return devices(reference.answer(line(question)));
    }

    private static List<String> ours(String question) throws IOException {
        AllocationCase read = AllocationCase.read(line(question));
        return devices(YAML.readTree(read.answer(Allocator.allocate(read.request()), List.of(), 0)));
    }

    private static String line(String question) throws IOException {
        return YAML.readTree(question).toString();
    }

    /** The devices in their order, or the outcome when there are none. */
    private static List<String> devices(JsonNode answer) {
        String outcome = answer.path("outcome").asText();
        return outcome.equals("allocated") ? answer.findValuesAsText("device") : List.of(outcome);
    }
}
