package io.fairlead.sandbox.schema;

import static io.fairlead.sandbox.schema.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecodingTest {
    private static final BuiltInSchemas SCHEMAS = BuiltInSchemas.load();
    private static final Schema POD = SCHEMAS.of("", "v1", "Pod");

    record Wrong(String spec, String message) {}

    static List<Wrong> wrongTypes() {
        return List.of(
                new Wrong(
                        "{containers: x}",
                        "cannot unmarshal string into Go struct field PodSpec.spec.containers of type "
                                + "[]v1.Container"),
                new Wrong(
                        "{containers: [{name: 1}]}",
                        "cannot unmarshal number into Go struct field "
                                + "Container.spec.containers.name of type string"),
                new Wrong(
                        "{hostNetwork: x}",
                        "cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool"),
                new Wrong(
                        "{terminationGracePeriodSeconds: 1.5}",
                        "cannot unmarshal number 1.5 into Go struct field "
                                + "PodSpec.spec.terminationGracePeriodSeconds of type int64"),
                new Wrong(
                        "{containers: [{resources: {limits: {cpu: a b}}}]}",
                        "quantities must match the regular expression"));
    }

    @ParameterizedTest
    @MethodSource("wrongTypes")
    void aValueThatTheGoTypeCannotHoldIsRefusedInGosWords(Wrong wrong) {
        assertThatThrownBy(() -> Decoding.decode(POD, object("{spec: " + wrong.spec() + "}")))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(wrong.message());
    }

    @Test
    void unknownFieldsAreDroppedAndReportedInTheOrderOfTheDocument() {
        Decoded decoded =
                Decoding.decode(POD, object("{metadata: {foo: 1}, spec: {bar: 1, containers: [{name: a, baz: 1}]}}"));

        assertThat(decoded.unknownFields()).containsExactly("metadata.foo", "spec.bar", "spec.containers[0].baz");
        assertThat(decoded.object().path("spec").has("bar")).isFalse();
    }

    @Test
    void builtInKindsComeOutAsFromTheirGoTypes() {
        ObjectNode pod = Decoding.decode(
                        POD,
                        object("{metadata: {name: a, labels: {}, creationTimestamp: null}, spec: {hostNetwork: false, "
                                + "automountServiceAccountToken: false, containers: [{name: c, resources: {limits: "
                                + "{cpu: 1000m, memory: '1073741824'}}, ports: [{containerPort: 80}]}]}}"))
                .object();

        assertThat(pod)
                .isEqualTo(object(
                        "{metadata: {name: a}, spec: {automountServiceAccountToken: false, containers: [{name: c, "
                                + "resources: {limits: {cpu: '1', memory: '1073741824'}}, ports: [{containerPort: 80, protocol: TCP}]}]}, "
                                + "status: {}}"));
    }

    @Test
    void aCustomResourceIsPrunedAndDefaultedAtEveryDepth() {
        Schema widget = SCHEMAS.ofCustomResource(object("""
                type: object
                properties:
                  spec:
                    type: object
                    default: {}
                    properties:
                      size: {type: integer, default: 3}
                      free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                      rules: {type: array, items: {type: object, properties: {on: {type: boolean, default: true}}}}
                """));

        Decoded decoded =
                Decoding.decode(widget, object("{spec: {size: null, free: {x: 1}, zap: 1, rules: [{y: 1}]}, top: 1}"));

        assertThat(decoded.unknownFields()).containsExactly("spec.rules[0].y", "spec.zap", "top");
        assertThat(decoded.object()).isEqualTo(object("{spec: {size: 3, free: {x: 1}, rules: [{on: true}]}}"));
        assertThat(Decoding.decode(widget, object("{}")).object()).isEqualTo(object("{spec: {size: 3}}"));
    }

    @Test
    void theInputIsNeverChanged() {
        ObjectNode input = object("{spec: {containers: [{name: a, zap: 1}]}}");
        ObjectNode copy = input.deepCopy();

        Decoding.decode(POD, input);

        assertThat(input).isEqualTo(copy);
    }

    @Test
    void aPodIsGivenTheDefaultsOfTheRealServer() {
        ObjectNode pod = Decoding.decode(
                        POD,
                        object("{spec: {containers: [{name: a, image: 'r/x:1', resources: "
                                + "{limits: {cpu: 1}}}, {name: b, image: y}], volumes: [{name: v}]}}"))
                .object();

        KindDefaults.apply("", "Pod", pod);

        assertThat(pod.path("spec")).isEqualTo(object("""
                        containers:
                        - {name: a, image: 'r/x:1', imagePullPolicy: IfNotPresent, terminationMessagePath: /dev/termination-log,
                           terminationMessagePolicy: File, resources: {limits: {cpu: '1'}, requests: {cpu: '1'}}}
                        - {name: b, image: y, imagePullPolicy: Always, terminationMessagePath: /dev/termination-log,
                           terminationMessagePolicy: File, resources: {}}
                        volumes: [{name: v, emptyDir: {}}]
                        restartPolicy: Always
                        terminationGracePeriodSeconds: 30
                        dnsPolicy: ClusterFirst
                        securityContext: {}
                        schedulerName: default-scheduler
                        enableServiceLinks: true
                        """));
    }
}
