package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.Prepared;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kubelet's side is played by the test; there is no API server, which a plugin must bear. */
class DraPluginTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String DRIVER = "gpu.example.com";

    @TempDir
    private Path root;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final KubernetesClient nobody = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder()
                    .withMasterUrl("http://127.0.0.1:1")
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();

    @Test
    void theKubeletIsToldWhoIsThereInItsOwnTerms() throws IOException {
        try (DraPlugin _ = DraPlugin.start(options(), new NoDevices())) {
            PluginInfo info = info(registration());
            assertThat(info.getType()).isEqualTo("DRAPlugin");
            assertThat(info.getName()).isEqualTo(DRIVER);
            assertThat(info.getEndpoint()).isEqualTo("/var/lib/kubelet/plugins/gpu.example.com/dra.sock");
            assertThat(info.getSupportedVersionsList())
                    .containsExactly(
                            "v1.DRAPlugin", "v1beta1.DRAPlugin", "v1.DRAResourceHealth", "v1alpha1.DRAResourceHealth");
        }
        assertThat(registration()).doesNotExist();
        assertThat(dra()).doesNotExist();
    }

    @Test
    void theKubeletFindsTheDriverOnlyWhenItHasAnsweredACall() throws IOException {
        try (DraPlugin _ = DraPlugin.start(options(), new NoDevices())) {
            assertThat((FileTime) Files.getAttribute(registration(), "unix:ctime"))
                    .isGreaterThanOrEqualTo((FileTime) Files.getAttribute(dra(), "unix:ctime"));
        }
    }

    @Test
    void whatTheKubeletSaysOfTheRegistrationIsHeardInItsOrder() throws IOException {
        try (DraPlugin _ = DraPlugin.start(options(), new NoDevices());
                UnixChannel channel = UnixChannel.to(new SocketPath(registration()))) {
            RegistrationGrpc.RegistrationBlockingStub kubelet = RegistrationGrpc.newBlockingStub(channel.channel());
            kubelet.notifyRegistrationStatus(
                    RegistrationStatus.newBuilder().setError("no known version").build());
            kubelet.notifyRegistrationStatus(
                    RegistrationStatus.newBuilder().setPluginRegistered(true).build());
            assertThat(heard).containsExactly("refused: no known version", "registered");
        }
    }

    @Test
    void withoutAnApiServerClaimsFailOneByOneAndAreStillTakenBack() throws IOException {
        try (DraPlugin _ = DraPlugin.start(options(), new NoDevices());
                UnixChannel channel = UnixChannel.to(new SocketPath(dra()))) {
            Claim claim = Claim.newBuilder()
                    .setNamespace("home")
                    .setName("gpus")
                    .setUid("uid-1")
                    .build();
            DRAPluginGrpc.DRAPluginBlockingStub kubelet = DRAPluginGrpc.newBlockingStub(channel.channel());
            assertThat(kubelet.nodePrepareResources(NodePrepareResourcesRequest.newBuilder()
                                    .addClaims(claim)
                                    .build())
                            .getClaimsOrThrow("uid-1")
                            .getError())
                    .startsWith("claim home/gpus (uid-1) cannot be read from the API server: ");
            assertThat(kubelet.nodeUnprepareResources(NodeUnprepareResourcesRequest.newBuilder()
                                    .addClaims(claim)
                                    .build())
                            .getClaimsOrThrow("uid-1")
                            .getError())
                    .isEmpty();
        }
    }

    @Test
    void socketsAndFoldersThatAreDeletedComeBack() throws IOException {
        try (DraPlugin _ = DraPlugin.start(options(), new NoDevices())) {
            for (Path socket : List.of(registration(), dra())) {
                Files.delete(socket);
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> info(socket).getName().equals(DRIVER));
            }
            // In one step: the socket comes back at once.
            Files.move(registration().getParent(), root.resolve("gone"));
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> info(registration()).getName().equals(DRIVER));
        }
    }

    @Test
    void instancesOfARollingUpdateLiveSideBySide() throws IOException {
        DraPluginOptions first = options().withRollingUpdate("uid-1");
        DraPluginOptions second = options().withRollingUpdate("uid-2");
        Path socket = root.resolve("plugins_registry/gpu.example.com-uid-2-reg.sock");
        DraPlugin older = DraPlugin.start(first, new NoDevices());
        try (DraPlugin _ = DraPlugin.start(second, new NoDevices())) {
            assertThat(sockets()).hasSize(4);
            older.close();
            assertThat(info(socket).getEndpoint()).isEqualTo("/var/lib/kubelet/plugins/gpu.example.com/dra-uid-2.sock");
        }
        assertThat(sockets()).isEmpty();
    }

    private DraPluginOptions options() {
        return DraPluginOptions.of(DRIVER, "n", nobody)
                .withKubelet(KubeletFolder.ofOtherRoot(root))
                .withListener(new DraPlugin.Listener() {
                    @Override
                    public void registered() {
                        heard.add("registered");
                    }

                    @Override
                    public void refused(String reason) {
                        heard.add("refused: " + reason);
                    }
                });
    }

    private Path registration() {
        return root.resolve("plugins_registry/gpu.example.com-reg.sock");
    }

    private Path dra() {
        return root.resolve("plugins/gpu.example.com/dra.sock");
    }

    private List<Path> sockets() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> path.toString().endsWith(".sock")).toList();
        }
    }

    private static PluginInfo info(Path socket) {
        try (UnixChannel channel = UnixChannel.to(new SocketPath(socket))) {
            return RegistrationGrpc.newBlockingStub(channel.channel()).getInfo(InfoRequest.getDefaultInstance());
        }
    }

    private static final class NoDevices implements DraDriver {
        @Override
        public Prepared prepare(AllocatedClaim claim) {
            return new Prepared(List.of());
        }

        @Override
        public void unprepare(ClaimRef claim) {}
    }
}
