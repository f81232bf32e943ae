package io.fairlead.contract.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the server says to bodies and objects that are wrong; afterwards it goes on. */
interface BadInputContract extends Contract {
    /** A body that is refused, and the end of what is said. */
    record Body(String json, int code, String reason, String message) {}

    @TestFactory
    default Stream<DynamicTest> bodiesThatAreNoPod() {
        String handled = "Pod in version \"v1\" cannot be handled as a Pod: ";
        return Stream.of(
                        new Body(
                                "{",
                                400,
                                "BadRequest",
                                "the object provided is unrecognized (must be of type Pod): couldn't get"
                                        + " version/kind; json parse error: unexpected end of JSON input ({)"),
                        new Body(
                                "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"a\"}}",
                                400,
                                "BadRequest",
                                "Service in version \"v1\" cannot be handled as a Pod: converting (v1.Service) to (core.Pod): unknown"
                                        + " conversion"),
                        new Body(
                                "{\"apiVersion\":\"v2\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}",
                                400,
                                "BadRequest",
                                "Pod in version \"v2\" cannot be handled as a Pod: no kind \"Pod\" is registered for version \"v2\" in"
                                        + " scheme \"pkg/runtime/scheme.go:" + since36("111", "110") + "\""),
                        wrong(
                                "{\"metadata\":{\"labels\":\"x\"}}",
                                handled + "json: cannot unmarshal string into Go struct field"
                                        + " ObjectMeta.metadata.labels of type map[string]string"),
                        wrong(
                                "{\"metadata\":\"x\"}",
                                handled + "json: cannot unmarshal string into Go struct field Pod.metadata of"
                                        + " type v1.ObjectMeta"),
                        wrong(
                                "{\"spec\":{\"containers\":\"x\"}}",
                                handled + "json: cannot unmarshal string into Go struct field"
                                        + " PodSpec.spec.containers of type []v1.Container"),
                        wrong(
                                "{\"spec\":{\"containers\":[{\"name\":1}]}}",
                                handled + "json: cannot unmarshal number into Go struct"
                                        + " field Container.spec.containers.name of type string"),
                        wrong(
                                "{\"spec\":{\"hostNetwork\":\"x\"}}",
                                handled + "json: cannot unmarshal string into Go struct field"
                                        + " PodSpec.spec.hostNetwork of type bool"),
                        wrong(
                                "{\"spec\":{\"terminationGracePeriodSeconds\":1.5}}",
                                handled + "json: cannot unmarshal number 1.5 into"
                                        + " Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64"),
                        wrong(
                                "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"cpu\":\"a b\"}}}]}}",
                                handled
                                        + "quantities must match the regular expression"
                                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
                        wrong(
                                "{\"metadata\":{\"creationTimestamp\":\"yesterday\"}}",
                                handled + "parsing time \"yesterday\" as"
                                        + " \"2006-01-02T15:04:05Z07:00\": cannot parse \"yesterday\" as \"2006\""))
                .map(each -> DynamicTest.dynamicTest(
                        each.json(),
                        () -> api().send("POST", core("pods"), "application/json", each.json())
                                .isRefused(each.code(), each.reason(), each.message())));
    }

    private static Body wrong(String json, String message) {
        return new Body("{\"apiVersion\":\"v1\",\"kind\":\"Pod\"," + json.substring(1), 400, "BadRequest", message);
    }

    @Test
    default void aTopLevelListIsNoObject() {
        Reply refused = api().send("POST", core("pods"), "application/json", "[1]");

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message"))
                .startsWith(
                        "the object provided is unrecognized (must be of type Pod): couldn't get version/kind; json parse"
                                + " error: json: cannot unmarshal array into Go value of type struct");
    }

    @Test
    default void unknownFieldsAreRefusedWhenStrict() {
        api().post(
                        core("pods?fieldValidation=Strict"),
                        "{apiVersion: v1, kind: Pod, metadata: {name: p, x: 1}, spec: {y: 1, containers: [{name: a, image: b, z: 1}]}}")
                .isRefused(
                        400,
                        "BadRequest",
                        "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"metadata.x\","
                                + " unknown field \"spec.y\", unknown field \"spec.containers[0].z\"");
    }

    @Test
    default void unknownFieldsAreWarnedAboutByDefaultAndDropped() {
        Reply created = api().post(core("configmaps"), "{metadata: {name: a}, nonsense: 1}")
                .is(201);

        assertThat(created.warnings()).containsExactly("299 - \"unknown field \\\"nonsense\\\"\"");
        assertThat(created.body().has("nonsense")).isFalse();
    }

    @Test
    default void unknownFieldsAreDroppedInSilenceWhenIgnored() {
        Reply created = api().post(core("configmaps?fieldValidation=Ignore"), "{metadata: {name: a}, nonsense: 1}")
                .is(201);

        assertThat(created.warnings()).isEmpty();
    }

    @Test
    default void aFieldThatIsThereTwiceIsRefusedWhenStrict() {
        api().send(
                        "POST",
                        core("configmaps?fieldValidation=Strict"),
                        "application/json",
                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"name\":\"b\"}}")
                .isRefused(
                        400,
                        "BadRequest",
                        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: duplicate field"
                                + " \"metadata.name\"");
    }

    @Test
    default void anUnknownFieldValidationIsRefused() {
        api().post(core("configmaps?fieldValidation=Nonsense"), "{metadata: {name: a}}")
                .isInvalid("fieldValidation", "Unsupported value: \"Nonsense\": supported values: ");
    }

    @Test
    default void anUnknownDryRunIsRefused() {
        api().post(core("configmaps?dryRun=Some"), "{metadata: {name: a}}").isInvalid("dryRun", "Unsupported value: ");
    }

    @Test
    default void anUnknownMediaTypeIsRefused() {
        Reply refused = api().send("POST", core("configmaps"), "text/nonsense", "{}");

        refused.isRefused(415, "UnsupportedMediaType");
        assertThat(refused.text("/message"))
                .startsWith(
                        "the body of the request was in an unknown format - accepted media types include: application/json,"
                                + " application/yaml");
    }

    @Test
    default void yamlIsTakenToo() {
        Reply created = api().send(
                        "POST", core("configmaps"), "application/yaml", "metadata:\n  name: a\ndata:\n  k: v\n")
                .is(201);

        assertThat(created.text("/data/k")).isEqualTo("v");
    }

    @Test
    default void aBodyThatIsTooLargeIsRefused() {
        String large = "x".repeat(3 * 1024 * 1024 + 1);

        Reply refused = api().send(
                        "POST",
                        core("configmaps"),
                        "application/json",
                        "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"" + large + "\"}}");

        refused.isRefused(413, "RequestEntityTooLarge");
        assertThat(refused.text("/message")).isEqualTo("Request entity too large: limit is 3145728");
    }

    @Test
    default void aConfigMapThatIsTooLargeIsRefused() {
        String large = "x".repeat(1024 * 1024 + 1);

        api().post(core("configmaps"), "{metadata: {name: a}, data: {k: " + large + "}}")
                .isInvalid("[]", "Too long: may not be more than 1048576 bytes");
    }

    @Test
    default void anUnknownResourceIsNotFound() {
        Reply reply = api().get("/apis/example.com/v1/nonsenses");

        assertThat(reply.code()).isEqualTo(404);
    }

    @Test
    default void aMethodThatAResourceDoesNotHaveIsRefused() {
        api().send("POST", core("configmaps/a"), "application/json", "{}")
                .isRefused(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    /** An object that breaks one rule. */
    record Wrong(String resource, String yaml, String field, String message) {}

    @TestFactory
    default Stream<DynamicTest> objectsThatBreakARule() {
        String pod = "{metadata: {name: p}, spec: {containers: [{name: a, image: b%s}]%s}}";
        return Stream.of(
                        new Wrong(
                                "configmaps",
                                "{}",
                                "metadata.name",
                                "Required value: name or generateName is required"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: A_}}",
                                "metadata.name",
                                "Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                                        + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g."
                                        + " 'example.com', regex used for validation is"
                                        + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: a, labels: {'-': b}}}",
                                "metadata.labels",
                                "Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.'"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: a, labels: {a: $}}}",
                                "metadata.labels",
                                "Invalid value: \"$\": a valid label must be an empty string or consist of alphanumeric characters"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: a, finalizers: [f]}}",
                                "metadata.finalizers[0]",
                                "Invalid value: \"f\": name is neither a standard finalizer name nor is it fully qualified"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: a, annotations: {'a b': c}}}",
                                "metadata.annotations",
                                "Invalid value: \"a b\": name part must consist of"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: ''}]}}",
                                "metadata.ownerReferences.uid",
                                "Invalid value: \"\": must not be empty"),
                        new Wrong(
                                "configmaps",
                                "{metadata: {name: a}, data: {'a b': c}}",
                                "data[a b]",
                                "Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.'"),
                        new Wrong(
                                "secrets",
                                "{metadata: {name: a}, type: kubernetes.io/tls}",
                                "data[tls.crt]",
                                "Required value"),
                        new Wrong("services", "{metadata: {name: s}, spec: {}}", "spec.ports", "Required value"),
                        new Wrong(
                                "services",
                                "{metadata: {name: s}, spec: {ports: [{port: 0}]}}",
                                "spec.ports[0].port",
                                "Invalid value: 0: must be between 1 and 65535, inclusive"),
                        new Wrong(
                                "services",
                                "{metadata: {name: s}, spec: {ports: [{port: 1}, {port: 2}]}}",
                                "spec.ports[1].name",
                                "Required value"),
                        new Wrong(
                                "events",
                                "{metadata: {name: e}, involvedObject: {namespace: other}}",
                                "involvedObject.namespace",
                                "Invalid value: \"other\": does not match event.namespace"),
                        new Wrong(
                                "pods",
                                "{metadata: {name: p}, spec: {containers: []}}",
                                "spec.containers",
                                "Required value"),
                        new Wrong(
                                "pods",
                                "{metadata: {name: p}, spec: {containers: [{name: a, image: b}, {name: a, image: b}]}}",
                                "spec.containers[1].name",
                                "Duplicate value: \"a\""),
                        new Wrong(
                                "pods",
                                "{metadata: {name: p}, spec: {containers: [{name: B_, image: b}]}}",
                                "spec.containers[0].name",
                                "Invalid value: \"B_\": a lowercase RFC 1123 label must consist of"),
                        new Wrong(
                                "pods",
                                "{metadata: {name: p}, spec: {containers: [{name: a}]}}",
                                "spec.containers[0].image",
                                "Required value"),
                        new Wrong(
                                "pods",
                                pod.formatted("", ", restartPolicy: X"),
                                "spec.restartPolicy",
                                "Unsupported value: \"X\": supported values: \"Always\", \"OnFailure\", \"Never\""),
                        new Wrong(
                                "pods",
                                pod.formatted(", imagePullPolicy: X", ""),
                                "spec.containers[0].imagePullPolicy",
                                "Unsupported value: \"X\": supported values: \"Always\", \"IfNotPresent\", \"Never\""),
                        new Wrong(
                                "pods",
                                pod.formatted(", ports: [{containerPort: 0}]", ""),
                                "spec.containers[0].ports[0].containerPort",
                                "Required value"),
                        new Wrong(
                                "pods",
                                pod.formatted(", volumeMounts: [{name: v, mountPath: /v}]", ""),
                                "spec.containers[0].volumeMounts[0].name",
                                "Not found: \"v\""),
                        new Wrong(
                                "pods",
                                pod.formatted(", resources: {limits: {cpu: 1}, requests: {cpu: 2}}", ""),
                                "spec.containers[0].resources.requests",
                                "Invalid value: \"2\": must be less than or equal to cpu limit of 1"),
                        new Wrong(
                                "pods",
                                pod.formatted(", resources: {claims: [{name: c}]}", ""),
                                "spec.containers[0].resources.claims[0]",
                                "Not found: "),
                        new Wrong(
                                "pods",
                                pod.formatted("", ", resourceClaims: [{name: c}, {name: c, resourceClaimName: d}]"),
                                "spec.resourceClaims[1].name",
                                "Duplicate value: \"c\""))
                .map(each -> DynamicTest.dynamicTest(
                        each.yaml(),
                        () -> api().post(core(each.resource()), each.yaml()).isInvalid(each.field(), each.message())));
    }

    @Test
    default void aNodeIsCheckedToo() {
        api().post("/api/v1/nodes", "{metadata: {name: n1}, spec: {taints: [{key: a, effect: X}]}}")
                .isInvalid(
                        "metadata.taints[0].effect",
                        "Unsupported value: \"X\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"");
    }

    @Test
    default void aNamespaceHasNoDots() {
        api().post("/api/v1/namespaces", "{metadata: {name: a.b}}")
                .isRefused(
                        422,
                        "Invalid",
                        "Namespace \"a.b\" is invalid: metadata.name: Invalid value: \"a.b\": must not contain dots");
    }

    @Test
    default void aLeaseIsCheckedToo() {
        api().post(leases(""), "{metadata: {name: l}, spec: {leaseDurationSeconds: 0, leaseTransitions: -1}}")
                .isRefused(
                        422,
                        "Invalid",
                        "Lease.coordination.k8s.io \"l\" is invalid: [spec.leaseDurationSeconds: Invalid value: 0: must be greater"
                                + " than 0, spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0]");
    }

    @Test
    default void theServerGoesOnAfterAllThis() {
        api().send("POST", core("configmaps"), "application/json", "\u0000");

        configMap("fine", "{k: v}");
    }
}
