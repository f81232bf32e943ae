package io.fairlead.testbed.deploy;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Who an agent is that was deployed with {@code deploy/agent}: its account, its role, and a token that knows its node. */
public final class AgentAccount {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    static final Path MANIFESTS = PROJECT.resolve("deploy/agent");
    static final String NAMESPACE = "fairlead-system";
    static final String NAME = "fairlead-agent";

    private AgentAccount() {}

    /** Puts account, role and policy into the cluster, where they stay, and writes a kubeconfig of the agent on a node; no agent is started. */
    public static Path kubeconfig(Testbed testbed, String node, String image, Path file) throws IOException {
        List<String> apply = new ArrayList<>(List.of("apply"));
        for (String part : List.of("namespace", "service-account", "rbac", "slice-policy")) {
            apply.add("--filename=" + MANIFESTS.resolve(part + ".yaml"));
        }
        kubectl(testbed, apply);
        try (KubernetesClient admin = testbed.client(NAMESPACE)) {
            String token = token(admin, NAMESPACE, NAME, node, image);
            Files.writeString(
                    file, """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"}}]
                    users: [{name: agent, user: {token: "%s"}}]
                    contexts: [{name: c, context: {cluster: c, user: agent}}]
                    current-context: c
                    """.formatted(testbed.url(), admin.getConfiguration().getCaCertData(), token));
        }
        awaitRole(file);
        return file;
    }

    /** Makes the cluster know Harvester's objects, as an admin does, and KubeVirt's, as KubeVirt does; they stay. */
    public static void defineDevices(Testbed testbed) {
        kubectl(
                testbed,
                List.of("apply", "-k", PROJECT.resolve("deploy/harvester").toString()));
        Path definitions = PROJECT.resolve("api/src/main/resources/crds");
        kubectl(
                testbed,
                List.of(
                        "apply",
                        "--server-side",
                        "--force-conflicts",
                        "-f",
                        definitions.resolve("kubevirts.kubevirt.io-v1.yml").toString()));
        try (KubernetesClient admin = testbed.client(NAMESPACE)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> admin.supports(PciDeviceClaim.class) && admin.supports(KubeVirt.class));
        }
    }

    /** Roles come into force a moment after they are written. */
    private static void awaitRole(Path kubeconfig) throws IOException {
        try (KubernetesClient agent = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
                .build()) {
            await().atMost(Duration.ofMinutes(1))
                    .ignoreExceptions()
                    .until(() -> agent.resources(ResourceClaim.class)
                                    .inAnyNamespace()
                                    .list()
                            != null);
        }
    }

    /** A token of a pod on that node, as the kubelet mounts it into the agent's container. */
    static String token(KubernetesClient admin, String namespace, String account, String node, String image) {
        Pod pod = admin.resource(new PodBuilder()
                        .withNewMetadata()
                        .withGenerateName("agent-")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .withServiceAccountName(account)
                        .withTerminationGracePeriodSeconds(0L)
                        .addNewContainer()
                        .withName("main")
                        .withImage(image)
                        .withCommand("sleep", "100000")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        return admin.serviceAccounts()
                .inNamespace(namespace)
                .withName(account)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withNewBoundObjectRef()
                        .withApiVersion("v1")
                        .withKind("Pod")
                        .withName(pod.getMetadata().getName())
                        .withUid(pod.getMetadata().getUid())
                        .endBoundObjectRef()
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    /** As an admin. */
    public static void kubectl(Testbed testbed, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(testbed.kubectl().toString(), "--kubeconfig=" + testbed.kubeconfig()));
        command.addAll(arguments);
        Command.require(command);
    }
}
