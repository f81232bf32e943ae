package io.fairlead.sandbox.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class ApiServerSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static ApiServer server;
    private static KubernetesClient client;

    private String namespace;

    @BeforeAll
    static void start() {
        server = ApiServer.start(ApiServerOptions.defaults().withHistoryLimit(50));
        Config config = new ConfigBuilder(Config.fromKubeconfig(server.kubeconfig()))
                .withRequestRetryBackoffLimit(0)
                .build();
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @BeforeEach
    void namespace(TestInfo test) {
        namespace = "test-" + Integer.toHexString(test.getDisplayName().hashCode());
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void clearFaults() {
        server.faults().clear();
    }

    @Test
    void anObjectIsCreatedReadListedAndDeleted() {
        create("settings");
        ConfigMap read = maps().withName("settings").get();
        assertThat(read.getData()).containsEntry("colour", "green");
        assertThat(read.getMetadata().getUid()).isNotEmpty();
        assertThat(maps().list().getItems()).hasSize(1);
        maps().withName("settings").delete();
        assertThat(maps().withName("settings").get()).isNull();
    }

    @Test
    void aBusyPortIsRefusedWithAWayOut() {
        var options = ApiServerOptions.defaults().withPort(server.url().getPort());
        assertThatThrownBy(() -> ApiServer.start(options)).hasMessageContaining("is taken; stop what listens there");
    }

    @Test
    void aRefusedRequestIsTakenWholeSoThatItsConnectionServesTheNext() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "POST /api/v1/nothing HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 2\r\n\r\n");
            socket.setSoTimeout(200);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

            send(socket, "{}GET /version HTTP/1.1\r\nHost: sandbox\r\nConnection: close\r\n\r\n");
            socket.setSoTimeout((int) PATIENCE.toMillis());
            assertThat(answer(socket)).contains("HTTP/1.1 404 ").contains("HTTP/1.1 200 ");
        }
    }

    @Test
    void aRequestTooLongToBeTakenWholeEndsItsConnectionWithNotice() throws IOException {
        // Twice the limit, and a little: what the server never takes would reset the connection and the answer with it.
        String sent = " ".repeat(2 * (3 << 20) + 3);
        try (Socket socket = connect()) {
            send(socket, "POST /api/v1/namespaces HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 9000000\r\n\r\n" + sent);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            assertThat(answer(socket)).contains("HTTP/1.1 413 ").contains("Connection: close");
        }
    }

    @Test
    void anInformerSeesChangesAlsoAfterItsWatchBroke() {
        create("first");
        try (SharedIndexInformer<ConfigMap> informer =
                client.configMaps().inNamespace(namespace).inform()) {
            await().atMost(PATIENCE).until(() -> informer.getStore().list().size() == 1);
            server.faults().dropWatches("configmaps");
            create("second");
            await().atMost(PATIENCE).until(() -> informer.getStore().list().size() == 2);
            maps().withName("first").delete();
            await().atMost(PATIENCE).until(() -> informer.getStore().list().size() == 1);
        }
    }

    @Test
    void aFaultStrikesTheRequestsItIsMeantForAndNoOthers() {
        ConfigMap map = create("target");
        create("other");
        server.faults()
                .on("update", "configmaps")
                .named("target")
                .skip(1)
                .times(1)
                .conflict();
        maps().resource(map).update();
        assertThatThrownBy(() -> maps().resource(map).update())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(409));
        maps().resource(map).update();

        server.faults().on("list", "").fail(503);
        assertThatThrownBy(() -> maps().list()).isInstanceOf(KubernetesClientException.class);
        assertThat(maps().withName("other").get()).isNotNull();
    }

    @Test
    void whatLosesItsLastOwnerIsCollected() {
        ConfigMap owner = create("owner");
        ConfigMap survivor = create("survivor");
        createOwned("owned", List.of(owner));
        createOwned("shared", List.of(owner, survivor));
        maps().withName("owner").delete();
        await().atMost(PATIENCE).until(() -> maps().withName("owned").get() == null);
        await().atMost(PATIENCE)
                .until(() -> maps().withName("shared")
                                .get()
                                .getMetadata()
                                .getOwnerReferences()
                                .size()
                        == 1);
    }

    @Test
    void anOrphanKeepsLivingWithoutItsOwner() {
        ConfigMap owner = create("owner");
        createOwned("owned", List.of(owner));
        maps().withName("owner")
                .withPropagationPolicy(DeletionPropagation.ORPHAN)
                .delete();
        await().atMost(PATIENCE).until(() -> maps().withName("owner").get() == null);
        assertThat(maps().withName("owned").get().getMetadata().getOwnerReferences())
                .isEmpty();
    }

    @Test
    void inTheForegroundTheOwnerGoesLast() {
        ConfigMap owner = create("owner");
        createOwned("owned", List.of(owner));
        maps().withName("owned")
                .edit(map -> new ConfigMapBuilder(map)
                        .editMetadata()
                        .addToFinalizers("example.com/hold")
                        .endMetadata()
                        .build());
        maps().withName("owner")
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
        await().atMost(PATIENCE).until(() -> maps().withName("owned").get().isMarkedForDeletion());
        assertThat(maps().withName("owner").get()).isNotNull();
        maps().withName("owned")
                .edit(map -> new ConfigMapBuilder(map)
                        .editMetadata()
                        .withFinalizers()
                        .endMetadata()
                        .build());
        await().atMost(PATIENCE).until(() -> maps().withName("owner").get() == null);
    }

    @Test
    void aDeletedNamespaceTakesItsContentsAlong() {
        create("content");
        client.namespaces().withName(namespace).delete();
        await().atMost(PATIENCE)
                .until(() -> client.namespaces().withName(namespace).get() == null);
        assertThat(maps().list().getItems()).isEmpty();
    }

    private static Socket connect() throws IOException {
        return new Socket(server.url().getHost(), server.url().getPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** All that comes until the server closes the connection. */
    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private ConfigMap create(String name) {
        return createOwned(name, List.of());
    }

    private ConfigMap createOwned(String name, List<ConfigMap> owners) {
        return maps().resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withOwnerReferences(owners.stream()
                                .map(owner -> new OwnerReferenceBuilder()
                                        .withApiVersion("v1")
                                        .withKind("ConfigMap")
                                        .withName(owner.getMetadata().getName())
                                        .withUid(owner.getMetadata().getUid())
                                        .withBlockOwnerDeletion(true)
                                        .build())
                                .toList())
                        .endMetadata()
                        .addToData("colour", "green")
                        .build())
                .create();
    }

    private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps() {
        return client.configMaps().inNamespace(namespace);
    }
}
