package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** resource.k8s.io/v1: claims, templates, slices and classes. */
interface DraContract extends Contract {
    String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
    String CLASSES = "/apis/resource.k8s.io/v1/deviceclasses";

    /** A body that breaks one rule. */
    record Wrong(String yaml, String field, String message) {}

    private static String claim(String requests, String more) {
        return "{metadata: {name: c}, spec: {devices: {requests: [" + requests + "]" + more + "}}}";
    }

    private String slice(String name, String more) {
        return "{metadata: {name: " + unique(name) + "}, spec: {driver: driver.example.com, pool: {name: pool,"
                + " resourceSliceCount: 1}, " + more + "}}";
    }

    private Reply made() {
        return api().post(claims(""), claim("{name: r, exactly: {deviceClassName: k}}", ""))
                .is(201);
    }

    private Reply status(String yaml) {
        return api().patch(claims("/c/status"), Api.MERGE_PATCH, "{status: " + yaml + "}");
    }

    private static String allocation(String request, String device) {
        return "allocation: {devices: {results: [{request: " + request + ", driver: d.example.com, pool: p, device: "
                + device + "}]}}";
    }

    @Test
    default void aClaimIsGivenDefaults() {
        Reply made = api().post(
                        claims(""),
                        claim(
                                "{name: r, exactly: {deviceClassName: k}}, {name: s, firstAvailable: [{name: t, deviceClassName: k}]},"
                                        + " {name: u, exactly: {deviceClassName: k, allocationMode: All}}",
                                ""))
                .is(201);

        assertThat(made.at("/spec/devices/requests"))
                .isEqualTo(json(
                        "[{name: r, exactly: {deviceClassName: k, allocationMode: ExactCount, count: 1}}, {name: s,"
                                + " firstAvailable: [{name: t, deviceClassName: k, allocationMode: ExactCount, count: 1}]}, {name: u,"
                                + " exactly: {deviceClassName: k, allocationMode: All}}]"));
        assertThat(made.at("/status")).isEqualTo(json("{}"));
        assertThat(made.at("/metadata").has("generation")).isFalse();
    }

    @TestFactory
    default Stream<DynamicTest> claimsThatAreRefused() {
        String fine = "{name: r, exactly: {deviceClassName: k}}";
        return Stream.of(
                        new Wrong(
                                claim("{name: r}", ""),
                                "spec.devices.requests[0]",
                                "Required value: exactly one of `exactly` or `firstAvailable` is required"),
                        new Wrong(
                                claim(
                                        "{name: r, exactly: {deviceClassName: k}, firstAvailable: [{name: s, deviceClassName: k}]}",
                                        ""),
                                "spec.devices.requests[0]",
                                "Invalid value: "),
                        new Wrong(
                                claim("{name: R_, exactly: {deviceClassName: k}}", ""),
                                "spec.devices.requests[0].name",
                                "Invalid value: \"R_\": a lowercase RFC 1123 label must consist of"),
                        new Wrong(
                                claim("{name: r, exactly: {deviceClassName: ''}}", ""),
                                "spec.devices.requests[0].exactly.deviceClassName",
                                "Required value"),
                        new Wrong(
                                claim("{name: r, exactly: {deviceClassName: A_}}", ""),
                                "spec.devices.requests[0].exactly.deviceClassName",
                                "Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of"),
                        new Wrong(
                                claim("{name: r, exactly: {deviceClassName: k, allocationMode: X}}", ""),
                                "spec.devices.requests[0].exactly.allocationMode",
                                "Unsupported value: \"X\": supported values: \"All\", \"ExactCount\""),
                        new Wrong(
                                claim("{name: r, exactly: {deviceClassName: k, allocationMode: All, count: 2}}", ""),
                                "spec.devices.requests[0].exactly.count",
                                "Invalid value: 2: must not be specified when allocationMode is 'All'"),
                        new Wrong(
                                claim("{name: r, exactly: {deviceClassName: k, count: -1}}", ""),
                                "spec.devices.requests[0].exactly.count",
                                "Invalid value: -1: must be greater than zero"),
                        new Wrong(
                                claim("{name: r, exactly: {deviceClassName: k, selectors: [{}]}}", ""),
                                "spec.devices.requests[0].exactly.selectors[0].cel",
                                "Required value"),
                        new Wrong(
                                claim(selecting("device.driver =="), ""),
                                "spec.devices.requests[0].exactly.selectors[0].cel.expression",
                                "Invalid value: \"device.driver ==\": compilation failed: "),
                        new Wrong(
                                claim(selecting("device.driver == 1"), ""),
                                "spec.devices.requests[0].exactly.selectors[0].cel.expression",
                                "Invalid value: \"device.driver == 1\": compilation failed: "),
                        new Wrong(
                                claim(selecting("device.driver"), ""),
                                "spec.devices.requests[0].exactly.selectors[0].cel.expression",
                                "Invalid value: \"device.driver\": must evaluate to bool or the unknown type, not string"),
                        new Wrong(
                                claim(fine + ", " + fine, ""),
                                since36("spec.devices.requests[1]", "spec.devices.requests[1].name"),
                                "Duplicate value: \"r\""),
                        new Wrong(
                                claim(fine, ", constraints: [{requests: [z], matchAttribute: a.example.com/b}]"),
                                "spec.devices.constraints[0].requests[0]",
                                "Invalid value: \"z\": must be the name of a request in the claim or the name of a request and a"
                                        + " subrequest separated by '/'"),
                        new Wrong(
                                claim(fine, ", constraints: [{matchAttribute: bare}]"),
                                "spec.devices.constraints[0].matchAttribute",
                                "Invalid value: \"bare\": "
                                        + since36(
                                                "a fully qualified name must be a domain and a name separated by a"
                                                        + " slash",
                                                "must include a domain")),
                        new Wrong(claim(fine, ", config: [{}]"), "spec.devices.config[0].opaque", "Required value"),
                        new Wrong(
                                claim(fine, ", config: [{opaque: {driver: '', parameters: {a: b}}}]"),
                                "spec.devices.config[0].opaque.driver",
                                "Required value"),
                        new Wrong(
                                claim(
                                        IntStream.range(0, 33)
                                                .mapToObj(i -> "{name: r" + i + ", exactly: {deviceClassName: k}}")
                                                .collect(Collectors.joining(", ")),
                                        ""),
                                "spec.devices.requests",
                                "Too many: 33: must have at most 32 items"))
                .map(each -> DynamicTest.dynamicTest(
                        each.field() + " " + each.message(),
                        () -> api().post(claims(""), each.yaml()).isInvalid(each.field(), each.message())));
    }

    @Test
    default void whatAClaimAsksForNeverChanges() {
        made();

        Reply refused = api().patch(claims("/c"), Api.MERGE_PATCH, "{spec: {devices: {requests: []}}}");

        refused.isInvalid("spec", "Invalid value: ");
        assertThat(refused.text("/message")).endsWith(": field is immutable");
    }

    @Test
    default void anAllocationIsMadeThroughStatus() {
        made();

        Reply allocated = status("{" + allocation("r", "x") + ", reservedFor: [{resource: pods, name: p, uid: u}]}")
                .is(200);

        assertThat(allocated.text("/status/allocation/devices/results/0/device"))
                .isEqualTo("x");
        assertThat(allocated.at("/status/reservedFor/0")).isEqualTo(json("{resource: pods, name: p, uid: u}"));
    }

    @Test
    default void anAllocationIsForARequestOfTheClaim() {
        made();

        status("{" + allocation("z", "x") + "}")
                .isInvalid(
                        "status.allocation.devices.results[0].request",
                        "Invalid value: \"z\": must be the name of a request in the claim");
    }

    @Test
    default void anAllocationIsTakenBackButNotChanged() {
        made();
        status("{" + allocation("r", "x") + "}").is(200);

        Reply refused = status("{" + allocation("r", "y") + "}");
        refused.isInvalid("status.allocation", "Invalid value: ");
        assertThat(refused.text("/message")).endsWith(": field is immutable");
        assertThat(status("{allocation: null}").is(200).at("/status").has("allocation"))
                .isFalse();
    }

    @Test
    default void onlyAnAllocatedClaimIsReserved() {
        made();

        status("{reservedFor: [{resource: pods, name: p, uid: u}]}")
                .isInvalid("status.reservedFor", "Forbidden: may not be specified when `allocated` is not set");
    }

    @Test
    default void consumersAreCompleteAndDifferent() {
        made();

        Reply refused = status("{" + allocation("r", "x")
                + ", reservedFor: [{resource: pods, name: p, uid: u}, {resource: pods," + " name: q, uid: u}, {}]}");

        refused.isInvalid("status.reservedFor[2].name", "Required value");
        refused.isInvalid(since36("status.reservedFor[1]", "status.reservedFor[1].uid"), "Duplicate value: ");
    }

    @Test
    default void aDriverReportsOnlyAllocatedDevices() {
        made();
        status("{" + allocation("r", "x") + "}").is(200);

        assertThat(status(
                                "{devices: [{driver: d.example.com, pool: p, device: x, networkData: {interfaceName: eth0}}]}")
                        .is(200)
                        .text("/status/devices/0/networkData/interfaceName"))
                .isEqualTo("eth0");
        Reply refused = status("{devices: [{driver: d.example.com, pool: p, device: other}]}");
        refused.isInvalid("status.devices[0]", "Invalid value: ");
        assertThat(refused.text("/message")).endsWith("must be an allocated device in the claim");
        Reply released = status("{allocation: null, reservedFor: null}");
        assertThat(released.at("/status/devices")).isEmpty();
    }

    @Test
    default void statusIsNotTakenFromAClaimsCreation() {
        Reply made = api().post(
                        claims(""),
                        "{metadata: {name: c}, spec: {devices: {}}, status: {" + allocation("r", "x") + "}}")
                .is(201);

        assertThat(made.at("/status")).isEqualTo(json("{}"));
    }

    @TestFactory
    default Stream<DynamicTest> slicesThatAreRefused() {
        return Stream.of(
                        new Wrong(
                                slice("a", "devices: []"),
                                "spec",
                                "Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is"
                                        + " required"),
                        new Wrong(
                                slice("a", "nodeName: n, allNodes: true"),
                                "spec",
                                "Invalid value: \"{`nodeName`, `allNodes`}\": exactly one of `nodeName`, `nodeSelector`, `allNodes`,"
                                        + " `perDeviceNodeSelection` is required, but multiple fields are set"),
                        new Wrong(
                                slice("a", "allNodes: false"),
                                "spec.allNodes",
                                "Invalid value: false: must be either unset or set to true"),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: X_}]"),
                                "spec.devices[0].name",
                                "Invalid value: \"X_\": a lowercase RFC 1123 label must consist of"),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: d}, {name: d}]"),
                                since36("spec.devices[1]", "spec.devices[1].name"),
                                "Duplicate value: \"d\""),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: d, attributes: {a: {}}}]"),
                                "spec.devices[0].attributes[a]",
                                since36("Invalid value: \"\"", "Required value")
                                        + ": exactly one value must be specified"),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: d, attributes: {a: {int: 1, bool: true}}}]"),
                                "spec.devices[0].attributes[a]",
                                "Invalid value: "),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: d, attributes: {a: {version: x}}}]"),
                                "spec.devices[0].attributes[a].version",
                                "Invalid value: \"x\": must be a string compatible with semver.org spec 2.0.0"),
                        new Wrong(
                                slice(
                                        "a",
                                        "nodeName: n, devices: [{name: d, attributes: {a: {string: " + "x".repeat(65)
                                                + "}}}]"),
                                "spec.devices[0].attributes[a].string",
                                "Too long: may not be more than 64 bytes"),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: d, attributes: {1a: {int: 1}}}]"),
                                since36("spec.devices[0].attributes", "spec.devices[0].attributes[1a]"),
                                "Invalid value: \"1a\": a valid C identifier must start with"),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [{name: d, attributes: {/a: {int: 1}}}]"),
                                since36("spec.devices[0].attributes", "spec.devices[0].attributes[/a]"),
                                since36("Invalid value: \"\"", "Required value") + ": the domain must not be empty"),
                        new Wrong(
                                slice("a", "nodeName: n, devices: [" + many(129, i -> "{name: d" + i + "}") + "]"),
                                "spec.devices",
                                "Too many: 129: must have at most 128 items"),
                        new Wrong(
                                slice(
                                        "a",
                                        "nodeName: n, devices: [{name: d, attributes: {"
                                                + many(33, i -> "a" + i + ": {int: 1}") + "}}]"),
                                "spec.devices[0]",
                                "Invalid value: 33: the total number of attributes and capacities must not exceed 32"),
                        new Wrong(
                                "{metadata: {name: " + unique("a") + "}, spec: {nodeName: n}}",
                                "spec.driver",
                                "Required value"),
                        new Wrong(
                                "{metadata: {name: " + unique("a") + "}, spec: {nodeName: n}}",
                                "spec.pool.name",
                                "Required value"),
                        new Wrong(
                                "{metadata: {name: " + unique("a") + "}, spec: {nodeName: n}}",
                                "spec.pool.resourceSliceCount",
                                "Invalid value: 0: must be greater than zero"))
                .map(each -> DynamicTest.dynamicTest(
                        each.field() + " " + each.message(),
                        () -> api().post(SLICES, each.yaml()).isInvalid(each.field(), each.message())));
    }

    private static String many(int count, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(", "));
    }

    @Test
    default void aSliceKeepsItsDriverPoolAndNode() {
        Reply made = api().post(SLICES, slice("s", "nodeName: n, devices: [{name: d, capacity: {m: {value: 1024Mi}}}]"))
                .is(201);
        String path = SLICES + "/" + unique("s");
        try {
            assertThat(made.text("/spec/devices/0/capacity/m/value")).isEqualTo("1Gi");
            assertThat(made.at("/spec/pool")).isEqualTo(json("{name: pool, generation: 0, resourceSliceCount: 1}"));
            api().patch(path, Api.MERGE_PATCH, "{spec: {driver: other.example.com, nodeName: m, pool: {name: q}}}")
                    .isInvalid("spec.pool.name", "Invalid value: \"q\": field is immutable")
                    .isInvalid("spec.driver", "Invalid value: \"other.example.com\": field is immutable")
                    .isInvalid("spec.nodeName", "Invalid value: \"m\": field is immutable");
            assertThat(api().patch(path, Api.MERGE_PATCH, "{spec: {pool: {generation: 2}}}")
                            .is(200)
                            .at("/metadata/generation")
                            .asInt())
                    .isEqualTo(2);
        } finally {
            api().delete(path);
        }
    }

    @Test
    default void slicesAreSelectedByDriverAndNode() {
        String node = unique("node");
        api().post(SLICES, slice("s", "nodeName: " + node)).is(201);
        try {
            assertThat(api().get(SLICES + "?fieldSelector=spec.nodeName=" + node)
                            .names())
                    .containsExactly(unique("s"));
            assertThat(api().get(SLICES + "?fieldSelector=spec.nodeName=" + node + ",spec.driver=other.example.com")
                            .names())
                    .isEmpty();
        } finally {
            api().delete(SLICES + "/" + unique("s"));
        }
    }

    @Test
    default void aClassIsChecked() {
        api().post(CLASSES, "{metadata: {name: C_}, spec: {selectors: [{}], config: [{}]}}")
                .isInvalid("metadata.name", "Invalid value: \"C_\": a lowercase RFC 1123 subdomain must consist of")
                .isInvalid("spec.selectors[0].cel", "Required value")
                .isInvalid("spec.config[0].opaque", "Required value");
    }

    @Test
    default void theSelectorsOfAClassAndATemplateHaveToCompile() {
        api().post(CLASSES, "{metadata: {name: c}, spec: {selectors: [{cel: {expression: 'nothing.known'}}]}}")
                .isInvalid(
                        "spec.selectors[0].cel.expression", "Invalid value: \"nothing.known\": compilation failed: ");
        api().post(
                        named("resource.k8s.io/v1", "resourceclaimtemplates"),
                        "{metadata: {name: t}, spec: {spec: {devices: {requests: [" + selecting("1 +") + "]}}}}")
                .isInvalid(
                        "spec.spec.devices.requests[0].exactly.selectors[0].cel.expression",
                        "Invalid value: \"1 +\": compilation failed: ");
    }

    private static String selecting(String expression) {
        return "{name: r, exactly: {deviceClassName: k, selectors: [{cel: {expression: '" + expression + "'}}]}}";
    }

    @Test
    default void aClassCountsItsGenerations() {
        String path = CLASSES + "/" + unique("k");
        Reply made = api().post(CLASSES, "{metadata: {name: " + unique("k") + "}, spec: {}}")
                .is(201);
        try {
            Reply changed = api().patch(path, Api.MERGE_PATCH, "{spec: {selectors: [{cel: {expression: 'true'}}]}}")
                    .is(200);
            assertThat(made.at("/metadata/generation").asInt()).isEqualTo(1);
            assertThat(changed.at("/metadata/generation").asInt()).isEqualTo(2);
        } finally {
            api().delete(path);
        }
    }

    @Test
    default void aTemplateIsCheckedAndStays() {
        String templates = named("resource.k8s.io/v1", "resourceclaimtemplates");
        api().post(
                        templates,
                        "{metadata: {name: t}, spec: {metadata: {labels: {'a b': c}}, spec: {devices: {requests: [{name: r}]}}}}")
                .isInvalid("spec.metadata.labels", "Invalid value: \"a b\": name part must consist of")
                .isInvalid(
                        "spec.spec.devices.requests[0]",
                        "Required value: exactly one of `exactly` or `firstAvailable`");
        Reply made = api().post(
                        templates,
                        "{metadata: {name: t}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: k}}]}}}}")
                .is(201);

        assertThat(made.at("/spec/spec/devices/requests/0/exactly/count").asInt())
                .isEqualTo(1);
        api().patch(templates + "/t", Api.MERGE_PATCH, "{spec: {metadata: {labels: {a: b}}}}")
                .isInvalid("spec", "Invalid value: ");
    }
}
