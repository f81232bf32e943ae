package io.fairlead.sandbox.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiServerSandboxTest {
    private ApiServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = ApiServer.start(ApiServerOptions.defaults());
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void anObjectIsCreatedReadListedAndDeleted() {
        var map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("settings")
                .endMetadata()
                .addToData("colour", "green")
                .build();
        client.configMaps().inNamespace("default").resource(map).create();

        var read =
                client.configMaps().inNamespace("default").withName("settings").get();
        assertThat(read.getData()).containsEntry("colour", "green");
        assertThat(read.getMetadata().getUid()).isNotEmpty();
        assertThat(client.configMaps().inAnyNamespace().list().getItems()).hasSize(1);

        client.configMaps().inNamespace("default").withName("settings").delete();
        assertThat(client.configMaps()
                        .inNamespace("default")
                        .withName("settings")
                        .get())
                .isNull();
    }

    @Test
    void aBusyPortIsRefusedWithAWayOut() {
        var options = ApiServerOptions.defaults().withPort(server.url().getPort());
        assertThatThrownBy(() -> ApiServer.start(options)).hasMessageContaining("is taken; stop what listens there");
    }
}
