package io.fairlead.sandbox.validation;

import static io.fairlead.sandbox.schema.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.schema.Decoding;
import io.fairlead.sandbox.schema.KindDefaults;
import io.fairlead.sandbox.status.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KindRulesTest {
    private static final BuiltInSchemas SCHEMAS = BuiltInSchemas.load();
    private static final String POD = "spec: {containers: [{name: a, image: b";

    /** A body that is wrong in one way, and the field and the beginning of what is said about it. */
    record Wrong(String group, String kind, String body, String field, String message) {}

    static List<Wrong> wrong() {
        return List.of(
                pod("spec: {containers: []}", "spec.containers", "Required value"),
                pod(
                        "spec: {containers: [{name: a, image: b}, {name: a, image: b}]}",
                        "spec.containers[1].name",
                        "Duplicate value: \"a\""),
                pod(
                        "spec: {containers: [{name: A_, image: b}]}",
                        "spec.containers[0].name",
                        "Invalid value: \"A_\": a lowercase RFC 1123 label"),
                pod("spec: {containers: [{name: a}]}", "spec.containers[0].image", "Required value"),
                pod(
                        POD + ", ports: [{containerPort: 0}]}]}",
                        "spec.containers[0].ports[0].containerPort",
                        "Required value"),
                pod(
                        POD + ", imagePullPolicy: X}]}",
                        "spec.containers[0].imagePullPolicy",
                        "Unsupported value: \"X\": supported values: \"Always\", \"IfNotPresent\", \"Never\""),
                pod(
                        POD + ", volumeMounts: [{name: v, mountPath: /v}]}]}",
                        "spec.containers[0].volumeMounts[0].name",
                        "Not found: \"v\""),
                pod(
                        POD + ", resources: {claims: [{name: c}]}}]}",
                        "spec.containers[0].resources.claims[0]",
                        "Not found: \"c\""),
                pod(
                        POD + ", resources: {limits: {cpu: 1}, requests: {cpu: 2}}}]}",
                        "spec.containers[0].resources.requests",
                        "Invalid value: \"2\": must be less than or equal to cpu limit of 1"),
                pod(
                        POD + "}], resourceClaims: [{name: c}]}",
                        "spec.resourceClaims[0]",
                        "Invalid value: {\"name\":\"c\"}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"),
                pod(
                        POD + "}], restartPolicy: X}",
                        "spec.restartPolicy",
                        "Unsupported value: \"X\": supported values: \"Always\", \"OnFailure\", \"Never\""),
                core("Service", "spec: {}", "spec.ports", "Required value"),
                core(
                        "Service",
                        "spec: {ports: [{port: 0, targetPort: 80}]}",
                        "spec.ports[0].port",
                        "Invalid value: 0: must be between 1 and 65535, inclusive"),
                core(
                        "ConfigMap",
                        "data: {'a b': x}",
                        "data[a b]",
                        "Invalid value: \"a b\": a valid config key must consist of"),
                core(
                        "ConfigMap",
                        "data: {a: x}, binaryData: {a: AAAA}",
                        "data[a]",
                        "Invalid value: \"a\": duplicate of key present in binaryData"),
                core("Secret", "type: kubernetes.io/ssh-auth", "data[ssh-privatekey]", "Required value"),
                core(
                        "Node",
                        "spec: {taints: [{key: a, effect: X}]}",
                        "metadata.taints[0].effect",
                        "Unsupported value: \"X\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\""),
                core(
                        "Event",
                        "involvedObject: {namespace: other}",
                        "involvedObject.namespace",
                        "Invalid value: \"other\": does not match event.namespace"),
                new Wrong(
                        "coordination.k8s.io",
                        "Lease",
                        "spec: {leaseDurationSeconds: 0}",
                        "spec.leaseDurationSeconds",
                        "Invalid value: 0: must be greater than 0"),
                claim(
                        "{name: r}",
                        "spec.devices.requests[0]",
                        "Required value: exactly one of `exactly` or `firstAvailable` is required"),
                claim(
                        "{name: R_, exactly: {deviceClassName: c}}",
                        "spec.devices.requests[0].name",
                        "Invalid value: \"R_\""),
                claim(
                        "{name: r, exactly: {deviceClassName: ''}}",
                        "spec.devices.requests[0].exactly.deviceClassName",
                        "Required value"),
                claim(
                        "{name: r, exactly: {deviceClassName: c, allocationMode: X}}",
                        "spec.devices.requests[0].exactly.allocationMode",
                        "Unsupported value: \"X\": supported values: \"All\", \"ExactCount\""),
                claim(
                        "{name: r, exactly: {deviceClassName: c, allocationMode: All, count: 2}}",
                        "spec.devices.requests[0].exactly.count",
                        "Invalid value: 2: must not be specified when allocationMode is 'All'"),
                claim(
                        "{name: r, exactly: {deviceClassName: c, count: -1}}",
                        "spec.devices.requests[0].exactly.count",
                        "Invalid value: -1: must be greater than zero"),
                claim(
                        "{name: r, exactly: {deviceClassName: c, selectors: [{}]}}",
                        "spec.devices.requests[0].exactly.selectors[0].cel",
                        "Required value"),
                claim(
                        "{name: r, exactly: {deviceClassName: c}}, {name: r, exactly: {deviceClassName: c}}",
                        "spec.devices.requests[1]",
                        "Duplicate value: \"r\""),
                slice(
                        "nodeName: n, allNodes: true",
                        "spec",
                        "Invalid value: \"{`nodeName`, `allNodes`}\": exactly one of"),
                slice("devices: []", "spec", "Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`"),
                slice("nodeName: n, devices: [{name: X_}]", "spec.devices[0].name", "Invalid value: \"X_\""),
                slice("nodeName: n, devices: [{name: a}, {name: a}]", "spec.devices[1]", "Duplicate value: \"a\""),
                slice(
                        "nodeName: n, devices: [{name: a, attributes: {b: {}}}]",
                        "spec.devices[0].attributes[b]",
                        "Invalid value: \"\": exactly one value must be specified"),
                slice(
                        "nodeName: n, devices: [{name: a, attributes: {v: {version: x}}}]",
                        "spec.devices[0].attributes[v].version",
                        "Invalid value: \"x\": must be a string compatible with semver.org spec 2.0.0"),
                slice(
                        "nodeName: n, devices: [{name: a, attributes: {1b: {int: 1}}}]",
                        "spec.devices[0].attributes",
                        "Invalid value: \"1b\": a valid C identifier"),
                slice(
                        "nodeName: n, devices: [{name: a, allNodes: true}]",
                        "spec.devices[0]",
                        "Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if"),
                slice(
                        "nodeName: n, devices: [{name: a, capacity: {m: {value: 1, requestPolicy: {default: 1}}}}]",
                        "spec.devices[0].capacity[m].requestPolicy",
                        "Forbidden: allowMultipleAllocations must be true"),
                new Wrong(
                        "resource.k8s.io",
                        "DeviceClass",
                        "spec: {extendedResourceName: cpu}",
                        "spec.extendedResourceName",
                        "Invalid value: \"cpu\": must be a valid extended resource name"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void anObjectThatBreaksARuleIsToldWhichAndWhere(Wrong each) {
        ObjectNode object =
                decoded(each.group(), each.kind(), "{metadata: {name: x, namespace: n}, " + each.body() + "}");

        List<Cause> causes = KindRules.of(each.group(), each.kind()).onCreate(object);

        assertThat(causes).singleElement().satisfies(cause -> {
            assertThat(cause.field()).isEqualTo(each.field());
            assertThat(cause.message()).startsWith(each.message());
        });
    }

    record Metadata(String metadata, String field, String message) {}

    static List<Metadata> metadata() {
        return List.of(
                new Metadata("{}", "metadata.name", "Required value: name or generateName is required"),
                new Metadata("{name: A}", "metadata.name", "Invalid value: \"A\": a lowercase RFC 1123 subdomain"),
                new Metadata(
                        "{name: a, labels: {'-': b}}",
                        "metadata.labels",
                        "Invalid value: \"-\": name part must consist of"),
                new Metadata(
                        "{name: a, labels: {a: $}}",
                        "metadata.labels",
                        "Invalid value: \"$\": a valid label must be an empty string"),
                new Metadata("{name: a, annotations: {a/b/c: d}}", "metadata.annotations", "Invalid value: \"a/b/c\""),
                new Metadata(
                        "{name: a, finalizers: [b]}",
                        "metadata.finalizers[0]",
                        "Invalid value: \"b\": name is neither a standard finalizer name nor is it fully qualified"),
                new Metadata(
                        "{name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: ''}]}",
                        "metadata.ownerReferences.uid",
                        "Invalid value: \"\": must not be empty"));
    }

    @ParameterizedTest
    @MethodSource("metadata")
    void metadataKeepsRulesOfItsOwn(Metadata each) {
        List<Cause> causes =
                KindRules.of("example.com", "Widget").onCreate(object("{metadata: " + each.metadata() + "}"));

        assertThat(causes).singleElement().satisfies(cause -> {
            assertThat(cause.field()).isEqualTo(each.field());
            assertThat(cause.message()).startsWith(each.message());
        });
    }

    @Test
    void ofAPodOnlyImagesDeadlinesAndMoreTolerationsMayChange() {
        ObjectNode old = decoded("", "Pod", "{metadata: {name: p}, " + POD + "}]}}");
        ObjectNode image = decoded(
                "",
                "Pod",
                "{metadata: {name: p}, spec: {containers: [{name: a, image: c, imagePullPolicy: Always}], "
                        + "tolerations: [{key: t, operator: Exists}]}}");
        ObjectNode hostname = decoded("", "Pod", "{metadata: {name: p}, " + POD + "}], hostname: h}}");

        assertThat(KindRules.of("", "Pod").onUpdate(image, old)).isEmpty();
        assertThat(KindRules.of("", "Pod").onUpdate(hostname, old))
                .singleElement()
                .satisfies(cause -> assertThat(cause.message())
                        .startsWith("Forbidden: pod updates may not change fields other than"));
    }

    @Test
    void aClaimsSpecNeverChangesAndItsAllocationOnlyOnce() {
        KindRules rules = KindRules.of("resource.k8s.io", "ResourceClaim");
        String spec = "metadata: {name: c}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: k}}]}}";
        ObjectNode open = decoded("resource.k8s.io", "ResourceClaim", "{" + spec + "}");
        ObjectNode given =
                decoded("resource.k8s.io", "ResourceClaim", "{" + spec + ", status: " + allocation("r", "d1") + "}");
        ObjectNode other =
                decoded("resource.k8s.io", "ResourceClaim", "{" + spec + ", status: " + allocation("r", "d2") + "}");
        ObjectNode wrong =
                decoded("resource.k8s.io", "ResourceClaim", "{" + spec + ", status: " + allocation("q", "d1") + "}");
        ObjectNode reserved = decoded(
                "resource.k8s.io",
                "ResourceClaim",
                "{" + spec + ", status: {reservedFor: [{resource: pods, name: p, uid: u}]}}");

        assertThat(rules.onStatusUpdate(given, open)).isEmpty();
        assertThat(rules.onStatusUpdate(open, given)).isEmpty();
        assertThat(rules.onStatusUpdate(other, given)).extracting(Cause::field).containsExactly("status.allocation");
        assertThat(rules.onStatusUpdate(wrong, open))
                .extracting(Cause::field)
                .containsExactly("status.allocation.devices.results[0].request");
        assertThat(rules.onStatusUpdate(reserved, open))
                .extracting(Cause::message)
                .containsExactly("Forbidden: may not be specified when `allocated` is not set");
        assertThat(rules.onUpdate(decoded("resource.k8s.io", "ResourceClaim", "{metadata: {name: c}, spec: {}}"), open))
                .extracting(Cause::field)
                .containsExactly("spec");
    }

    private static String allocation(String request, String device) {
        return "{allocation: {devices: {results: [{request: " + request + ", driver: d.io, pool: p, device: " + device
                + "}]}}}";
    }

    private static ObjectNode decoded(String group, String kind, String yaml) {
        ObjectNode object =
                Decoding.decode(SCHEMAS.of(group, "v1", kind), object(yaml)).object();
        KindDefaults.apply(group, kind, object);
        return object;
    }

    private static Wrong pod(String body, String field, String message) {
        return core("Pod", body, field, message);
    }

    private static Wrong core(String kind, String body, String field, String message) {
        return new Wrong("", kind, body, field, message);
    }

    private static Wrong claim(String requests, String field, String message) {
        return new Wrong(
                "resource.k8s.io", "ResourceClaim", "spec: {devices: {requests: [" + requests + "]}}", field, message);
    }

    private static Wrong slice(String spec, String field, String message) {
        return new Wrong(
                "resource.k8s.io",
                "ResourceSlice",
                "spec: {driver: d.io, pool: {name: p, resourceSliceCount: 1}, " + spec + "}",
                field,
                message);
    }
}
