package io.fairlead.contract.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.protobuf.Envelope;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.schema.Decoding;
import io.fairlead.sandbox.schema.Schema;
import io.fairlead.testbed.junit.RealCluster;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the real server writes as protobuf, the sandbox reads as what the real server writes as JSON. */
@RealCluster
class ProtobufRealTest extends RealContract {
    private static final BuiltInSchemas SCHEMAS = BuiltInSchemas.load();

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "v1, ConfigMap, configmaps",
        "v1, Secret, secrets",
        "v1, Service, services",
        "v1, ServiceAccount, serviceaccounts",
        "v1, Pod, pods",
        "v1, Event, events",
        "v1, Node, nodes",
        "v1, Namespace, namespaces",
        "coordination.k8s.io/v1, Lease, leases",
        "events.k8s.io/v1, Event, events",
        "resource.k8s.io/v1, ResourceClaim, resourceclaims",
        "resource.k8s.io/v1, ResourceClaimTemplate, resourceclaimtemplates",
        "resource.k8s.io/v1, DeviceClass, deviceclasses",
        "resource.k8s.io/v1, ResourceSlice, resourceslices"
    })
    void protobufAndJsonSayTheSame(String apiVersion, String kind, String resource) throws IOException {
        ObjectNode example = example(apiVersion, kind);
        String path = path(apiVersion, kind, resource);
        String name = api().post(path, example.toString()).is(201).text("/metadata/name");

        Schema schema = SCHEMAS.of(
                apiVersion.contains("/") ? apiVersion.replaceFirst("/.*", "") : "",
                apiVersion.replaceFirst(".*/", ""),
                kind);
        String object = path + "/" + name;
        // A controller may change the object between two reads.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Decoding.decode(schema, Envelope.open(api().protobuf(object)))
                                .object())
                        .isEqualTo(Decoding.decode(schema, (ObjectNode)
                                        api().get(object).is(200).body())
                                .object()));
        api().delete(object);
    }

    private String path(String apiVersion, String kind, String resource) {
        boolean everywhere = switch (kind) {
            case "Node", "Namespace", "DeviceClass", "ResourceSlice" -> true;
            default -> false;
        };
        if (everywhere) {
            return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion + "/" + resource;
        }
        return apiVersion.contains("/") ? named(apiVersion, resource) : core(resource);
    }

    private ObjectNode example(String apiVersion, String kind) throws IOException {
        String file = (apiVersion + "-" + kind).replace('/', '-') + ".yaml";
        try (var stream = ProtobufRealTest.class.getResourceAsStream("protobuf/" + file)) {
            String yaml = new String(Objects.requireNonNull(stream, file).readAllBytes(), UTF_8);
            return (ObjectNode) Api.json(yaml.replace("NAMESPACE", namespace()));
        }
    }
}
