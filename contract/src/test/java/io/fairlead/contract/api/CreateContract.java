package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** How objects come to be, and what the server adds to them. */
interface CreateContract extends Contract {
    @Test
    default void aCreatedObjectHasWhatOnlyTheServerKnows() {
        Reply created = configMap("a", "{k: v}");

        assertThat(created.text("/kind")).isEqualTo("ConfigMap");
        assertThat(created.text("/apiVersion")).isEqualTo("v1");
        assertThat(created.text("/metadata/namespace")).isEqualTo(namespace());
        assertThat(created.text("/metadata/uid")).matches("[0-9a-f-]{36}");
        assertThat(created.version()).matches("[1-9][0-9]*");
        assertThat(created.text("/metadata/creationTimestamp")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(created.at("/metadata").has("generation")).isFalse();
        assertThat(api().get(core("configmaps/a")).is(200).body()).isEqualTo(created.body());
    }

    @Test
    default void aGeneratedNameEndsInFiveCharactersThatSpellNothing() {
        String name = api().post(core("configmaps"), "{metadata: {generateName: made-}}")
                .is(201)
                .text("/metadata/name");

        assertThat(name).matches("made-[bcdfghjklmnpqrstvwxz2456789]{5}");
    }

    @Test
    default void aNameThatIsTakenIsRefused() {
        configMap("a", "{k: v}");

        Reply again = api().post(core("configmaps"), "{metadata: {name: a}}");

        again.isRefused(409, "AlreadyExists", "configmaps \"a\" already exists");
        assertThat(again.at("/details")).isEqualTo(json("{name: a, kind: configmaps}"));
    }

    @Test
    default void aNamespaceThatIsNotThereIsRefused() {
        Reply reply = api().post("/api/v1/namespaces/no-such/configmaps", "{metadata: {name: a}}");

        reply.isRefused(404, "NotFound", "namespaces \"no-such\" not found");
        assertThat(reply.at("/details")).isEqualTo(json("{name: no-such, kind: namespaces}"));
    }

    @Test
    default void aNamespaceOtherThanThePathsIsRefused() {
        api().post(core("configmaps"), "{metadata: {name: a, namespace: other}}")
                .isRefused(
                        400,
                        "BadRequest",
                        "the namespace of the provided object does not match the namespace sent on the request");
    }

    @Test
    default void aPodIsGivenDefaults() {
        JsonNode spec = pod("p").at("/spec");

        assertThat(spec.path("restartPolicy").asText()).isEqualTo("Always");
        assertThat(spec.path("dnsPolicy").asText()).isEqualTo("ClusterFirst");
        assertThat(spec.path("terminationGracePeriodSeconds").asInt()).isEqualTo(30);
        assertThat(spec.path("enableServiceLinks").asBoolean()).isTrue();
        assertThat(spec.path("securityContext")).isEqualTo(json("{}"));
        assertThat(spec.path("containers").get(0))
                .isEqualTo(json(
                        "{name: main, image: 'registry.example/app:1', resources: {}, imagePullPolicy: IfNotPresent, "
                                + "terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File}"));
    }

    @Test
    default void aPodIsGivenWhatAdmissionAdds() {
        JsonNode spec = pod("p").at("/spec");

        assertThat(spec.path("serviceAccountName").asText()).isEqualTo("default");
        assertThat(spec.path("priority").asInt(-1)).isZero();
        assertThat(spec.path("preemptionPolicy").asText()).isEqualTo("PreemptLowerPriority");
        assertThat(spec.path("tolerations").findValuesAsText("key"))
                .containsExactly("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    }

    @Test
    default void anImageWithoutATagIsPulledAlways() {
        Reply pod = api().post(
                        core("pods"),
                        "{metadata: {name: p}, spec: {schedulerName: nobody, containers: [{name: a, image: b}]}}")
                .is(201);

        assertThat(pod.text("/spec/containers/0/imagePullPolicy")).isEqualTo("Always");
    }

    @Test
    default void requestsThatAreLeftOutAreTheLimits() {
        Reply pod = api().post(
                        core("pods"),
                        "{metadata: {name: p}, spec: {schedulerName: nobody, containers: [{name: a, image: b, resources: "
                                + "{limits: {cpu: 1500m, memory: 1024Mi}}}]}}")
                .is(201);

        assertThat(pod.at("/spec/containers/0/resources"))
                .isEqualTo(json("{limits: {cpu: 1500m, memory: 1Gi}, requests: {cpu: 1500m, memory: 1Gi}}"));
        assertThat(pod.text("/status/qosClass")).isEqualTo("Guaranteed");
    }

    @Test
    default void statusIsNotTakenFromACreate() {
        ObjectNode body = (ObjectNode) json(podYaml("p"));
        body.putObject("status").put("phase", "Running").put("podIP", "10.0.0.1");

        Reply pod = api().post(core("pods"), body.toString()).is(201);

        assertThat(pod.at("/status")).isEqualTo(json("{phase: Pending, qosClass: BestEffort}"));
    }

    @Test
    default void generationStartsAtOneWhereThereIsOne() {
        assertThat(pod("p").at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(api().post(core("services"), "{metadata: {name: s}, spec: {ports: [{port: 80}]}}")
                        .is(201)
                        .at("/metadata")
                        .has("generation"))
                .isFalse();
    }

    @Test
    default void aServiceIsGivenDefaultsAndAnAddress() {
        Reply service = api().post(core("services"), "{metadata: {name: s}, spec: {ports: [{port: 80}]}}")
                .is(201);

        assertThat(service.at("/spec/ports")).isEqualTo(json("[{port: 80, protocol: TCP, targetPort: 80}]"));
        assertThat(service.text("/spec/type")).isEqualTo("ClusterIP");
        assertThat(service.text("/spec/sessionAffinity")).isEqualTo("None");
        assertThat(service.text("/spec/internalTrafficPolicy")).isEqualTo("Cluster");
        assertThat(service.text("/spec/clusterIP")).matches("10\\.\\d+\\.\\d+\\.\\d+");
        assertThat(service.text("/spec/clusterIPs/0")).isEqualTo(service.text("/spec/clusterIP"));
        assertThat(service.at("/spec/ipFamilies")).isEqualTo(json("[IPv4]"));
        assertThat(service.at("/status")).isEqualTo(json("{loadBalancer: {}}"));
    }

    @Test
    default void aHeadlessServiceKeepsItsNone() {
        Reply service = api().post(core("services"), "{metadata: {name: s}, spec: {clusterIP: None}}")
                .is(201);

        assertThat(service.text("/spec/clusterIP")).isEqualTo("None");
        assertThat(service.at("/spec/clusterIPs")).isEqualTo(json("[None]"));
    }

    @Test
    default void aNamespaceIsLabelledAndActive() {
        Reply found = api().get("/api/v1/namespaces/" + namespace()).is(200);

        assertThat(found.at("/metadata/labels")).isEqualTo(json("{kubernetes.io/metadata.name: " + namespace() + "}"));
        assertThat(found.at("/spec/finalizers")).isEqualTo(json("[kubernetes]"));
        assertThat(found.text("/status/phase")).isEqualTo("Active");
    }

    @Test
    default void plainTextOfASecretBecomesData() {
        Reply secret = api().post(core("secrets"), "{metadata: {name: s}, data: {a: QQ==}, stringData: {b: B}}")
                .is(201);

        assertThat(secret.at("/data")).isEqualTo(json("{a: QQ==, b: Qg==}"));
        assertThat(secret.body().has("stringData")).isFalse();
        assertThat(secret.text("/type")).isEqualTo("Opaque");
    }

    @Test
    default void nullAndZeroValuesVanishFromBuiltInKinds() {
        Reply pod = api().post(
                        core("pods"),
                        "{metadata: {name: p, labels: {}, annotations: null}, spec: {schedulerName: nobody, hostNetwork: false, "
                                + "nodeSelector: {}, automountServiceAccountToken: false, containers: [{name: a, image: b, env: []}]}}")
                .is(201);

        assertThat(pod.at("/metadata").has("labels")).isFalse();
        assertThat(pod.at("/spec").has("hostNetwork")).isFalse();
        assertThat(pod.at("/spec").has("nodeSelector")).isFalse();
        assertThat(pod.at("/spec/containers/0").has("env")).isFalse();
        assertThat(pod.at("/spec/automountServiceAccountToken").isBoolean()).isTrue();
    }

    @Test
    default void aDryRunAnswersButKeepsNothing() {
        Reply dry = api().post(core("configmaps") + "?dryRun=All", "{metadata: {name: a}}")
                .is(201);

        assertThat(dry.text("/metadata/uid")).isNotEmpty();
        assertThat(dry.version()).isEmpty();
        api().get(core("configmaps/a")).isRefused(404, "NotFound", "configmaps \"a\" not found");
    }

    @Test
    default void aDryRunStillRefuses() {
        configMap("a", "{}");

        api().post(core("configmaps") + "?dryRun=All", "{metadata: {name: a}}").isRefused(409, "AlreadyExists");
        api().post(core("configmaps") + "?dryRun=All", "{metadata: {name: A}}").isRefused(422, "Invalid");
    }

    @Test
    default void theCreatorIsKnownByItsUserAgentOrByTheNameItGives() {
        assertThat(configMap("a", "{k: v}")
                        .at("/metadata/managedFields/0/manager")
                        .asText())
                .isEqualTo("contract");
        Reply named = api().post(core("configmaps") + "?fieldManager=me", "{metadata: {name: b}, data: {k: v}}")
                .is(201);
        assertThat(named.at("/metadata/managedFields/0/manager").asText()).isEqualTo("me");
        assertThat(named.at("/metadata/managedFields/0/operation").asText()).isEqualTo("Update");
        assertThat(named.at("/metadata/managedFields/0/fieldsV1")).isEqualTo(json("{f:data: {.: {}, f:k: {}}}"));
    }

    @Test
    default void theCreatorOfAPodOwnsItsDefaultsToo() {
        assertThat(pod("p").at("/metadata/managedFields/0/fieldsV1")).isEqualTo(json("""
                        f:spec:
                          f:automountServiceAccountToken: {}
                          f:containers:
                            'k:{"name":"main"}':
                              .: {}
                              f:image: {}
                              f:imagePullPolicy: {}
                              f:name: {}
                              f:resources: {}
                              f:terminationMessagePath: {}
                              f:terminationMessagePolicy: {}
                          f:dnsPolicy: {}
                          f:enableServiceLinks: {}
                          f:restartPolicy: {}
                          f:schedulerName: {}
                          f:securityContext: {}
                          f:terminationGracePeriodSeconds: {}
                        """));
    }

    @Test
    default void nothingIsMadeInANamespaceThatIsGoing() {
        api().post(core("configmaps"), "{metadata: {name: holds, finalizers: [example.com/hold]}}")
                .is(201);
        api().delete("/api/v1/namespaces/" + namespace()).is(200);
        try {
            Reply refused = eventually(
                    () -> api().post(core("configmaps"), "{metadata: {generateName: late-}}"),
                    reply -> reply.code() == 403);

            assertThat(refused.text("/reason")).isEqualTo("Forbidden");
            assertThat(refused.text("/message"))
                    .endsWith("is forbidden: unable to create new content in namespace " + namespace()
                            + " because it is being terminated");
            assertThat(refused.text("/details/causes/0/reason")).isEqualTo("NamespaceTerminating");
        } finally {
            api().patch(core("configmaps/holds"), Api.MERGE_PATCH, "{metadata: {finalizers: null}}");
        }
    }
}
