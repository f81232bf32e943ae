package io.fairlead.testbed.deploy;

import static io.fairlead.testbed.deploy.AgentWorld.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.junit.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent's role has what its calls need, and nothing that no call needs. */
@RealCluster
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentRoleRealTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private @Nullable AgentWorld world;
    private @Nullable KubernetesClient agent;

    @BeforeAll
    void anAgentOnANodeWithAPodAndItsClaim(KubernetesClient client, TestNamespace namespace) {
        world = AgentWorld.create(client, namespace.name());
        bind();
        agent = world().agent(world().namespace(), "agent", world().node());
    }

    @AfterAll
    void removeWhatOtherTestsWouldSee(KubernetesClient client, TestNamespace namespace) {
        agent().close();
        client.resources(ClusterRoleBinding.class).withName(namespace.name()).delete();
        client.resources(ClusterRole.class).withName(namespace.name()).delete();
        world().close();
    }

    static List<Need> needs() {
        return Need.ALL;
    }

    @Test
    void everyRuleIsNeededByACallBelow() throws IOException {
        assertThat(role().getRules().stream()
                        .flatMap(rule -> rule.getResources().stream()
                                .flatMap(resource -> rule.getVerbs().stream().map(verb -> verb + " " + resource))))
                .containsExactlyInAnyOrderElementsOf(
                        Need.ALL.stream().map(Need::toString).toList());
    }

    @Test
    void withTheRoleEveryCallWorks() throws IOException {
        allow(role().getRules());
        for (Need need : Need.ALL) {
            awaitWorks(agent(), need);
        }
    }

    @ParameterizedTest
    @MethodSource("needs")
    void withoutItsRuleACallIsForbidden(Need need) throws IOException {
        allow(role().getRules().stream().map(rule -> without(need, rule)).toList());
        // The role before this one may still be in force; it has this rule, or none at all.
        awaitWorks(agent(), need.equals(Need.READ_POD) ? Need.ALL.getFirst() : Need.READ_POD);
        await().atMost(LONG)
                .untilAsserted(() -> assertForbidden(() -> need.call().make(agent(), world()), need.resource()));
    }

    @Test
    void anAgentOfAnotherNodeMayNotWriteTheStatusOfAClaim() throws IOException {
        allow(role().getRules());
        String elsewhere = world().node() + "-2";
        world().createNode(elsewhere);
        try (KubernetesClient other = world().agent(world().namespace(), "agent", elsewhere)) {
            awaitWorks(other, Need.ALL.getFirst());
            assertForbidden(() -> Need.writeDeviceStatus(other, world()), "resourceclaims/driver");
        } finally {
            world().admin().nodes().withName(elsewhere).delete();
        }
    }

    @Test
    void theManifestsApplyAsAWholeAndAnAgentWritesItsOwnSlicesOnly(Testbed testbed) {
        AgentAccount.kubectl(testbed, List.of("apply", "-k", AgentAccount.MANIFESTS.toString()));
        String elsewhere = world().node() + "-2";
        try (KubernetesClient deployed = world().agent(AgentAccount.NAMESPACE, AgentAccount.NAME, world().node())) {
            assertThat(world().admin()
                            .apps()
                            .daemonSets()
                            .inNamespace(AgentAccount.NAMESPACE)
                            .withName(AgentAccount.NAME)
                            .get())
                    .isNotNull();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThatThrownBy(() -> deployed.resource(world().slice(DRIVER, elsewhere))
                                    .create())
                            .hasMessageContaining(
                                    "the agent of node " + world().node() + " writes slices of that node only"));
            assertThatThrownBy(() -> deployed.resource(world().slice("other.example.com", world().node()))
                            .create())
                    .hasMessageContaining("the agent writes slices of driver pci.fairlead.io only");
            assertThatThrownBy(() -> deployed.resource(world().publish("other.example.com", world().node()))
                            .delete())
                    .hasMessageContaining("the agent writes slices of driver pci.fairlead.io only");
            assertThatCode(() -> deployed.resource(world().slice(DRIVER, world().node()))
                            .create())
                    .doesNotThrowAnyException();
        } finally {
            // The rest does no harm to other tests, and a namespace takes long to go.
            AgentAccount.kubectl(
                    testbed,
                    List.of("delete", "daemonset", AgentAccount.NAME, "--namespace=" + AgentAccount.NAMESPACE));
        }
    }

    private AgentWorld world() {
        return Objects.requireNonNull(world);
    }

    private KubernetesClient agent() {
        return Objects.requireNonNull(agent);
    }

    private void awaitWorks(KubernetesClient client, Need need) {
        await(need.toString())
                .atMost(LONG)
                .untilAsserted(() ->
                        assertThatCode(() -> need.call().make(client, world())).doesNotThrowAnyException());
    }

    private ClusterRole role() throws IOException {
        return world().admin()
                .getKubernetesSerialization()
                .unmarshal(
                        Files.readString(AgentAccount.MANIFESTS.resolve("rbac.yaml"))
                                .split("\n---\n")[0],
                        ClusterRole.class);
    }

    /** A role and its binding, under the name of this class's namespace, for the account there. */
    private void bind() {
        String name = world().namespace();
        allow(List.of());
        world().admin()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject(null, "ServiceAccount", "agent", name)
                        .build())
                .create();
    }

    private void allow(List<PolicyRule> rules) {
        world().admin()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(world().namespace())
                        .endMetadata()
                        .withRules(rules.stream()
                                .filter(rule -> !rule.getVerbs().isEmpty())
                                .toList())
                        .build())
                .serverSideApply();
    }

    private static PolicyRule without(Need need, PolicyRule rule) {
        return rule.getResources().contains(need.resource())
                ? new PolicyRuleBuilder(rule)
                        .withVerbs(rule.getVerbs().stream()
                                .filter(verb -> !verb.equals(need.verb()))
                                .collect(Collectors.toList()))
                        .build()
                : rule;
    }

    /** A resource that stands only for a permission is refused as an invalid object. */
    private static void assertForbidden(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String resource) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> assertThat(refused.getCode()).isIn(403, 422))
                .hasMessageContaining("orbidden")
                .hasMessageContaining(resource);
    }
}
