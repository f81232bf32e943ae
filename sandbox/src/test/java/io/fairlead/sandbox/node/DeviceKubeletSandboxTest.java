package io.fairlead.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.kubelet.DevicePlugin;
import io.fairlead.kubelet.DevicePluginServer;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.device.DeviceGrant;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.podresources.v1.AllocatableResourcesRequest;
import io.fairlead.wire.podresources.v1.ContainerDevices;
import io.fairlead.wire.podresources.v1.ListPodResourcesRequest;
import io.fairlead.wire.podresources.v1.PodResourcesListerGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceKubeletSandboxTest {
    private static final String RESOURCE = "example.com/card";

    @TempDir
    private Path folder;

    private NodeTestKit kit;
    private final Cards cards = new Cards();
    private DevicePluginServer server;

    @BeforeEach
    void aNodeWithAPlugin() throws IOException {
        kit = new NodeTestKit(folder, KubeletPeriods.standard());
        server = DevicePluginServer.start(
                KubeletFolder.at(kit.node.kubeletRoot()), cards, new DevicePluginServer.Listener() {});
        awaitAllocatable(3);
    }

    @AfterEach
    void stop() {
        server.close();
        kit.close();
    }

    /** Three cards, of which the last is liked best. */
    private static final class Cards implements DevicePlugin {
        final List<PluginDevice> devices = new CopyOnWriteArrayList<>();
        final List<List<String>> preStarts = new CopyOnWriteArrayList<>();
        volatile boolean ready = true;
        volatile boolean broken;

        Cards() {
            for (int i = 0; i < 3; i++) {
                devices.add(new PluginDevice("card-" + i, true, Optional.of(0)));
            }
        }

        @Override
        public String resource() {
            return RESOURCE;
        }

        @Override
        public List<PluginDevice> devices() {
            return List.copyOf(devices);
        }

        @Override
        public Allocation allocate(List<String> ids) {
            if (broken) {
                throw new IllegalStateException("the card is in the workshop");
            }
            return Allocation.of(
                    Map.of("CARDS", String.join(",", ids)), List.of(new Node("/dev/card", "/dev/null", "rw")));
        }

        @Override
        public boolean wantsPreStart() {
            return true;
        }

        @Override
        public void preStart(List<String> ids) {
            if (!ready) {
                throw new IllegalStateException("the card is warming up");
            }
            preStarts.add(ids);
        }

        @Override
        public boolean hasPreference() {
            return true;
        }

        @Override
        public List<String> preferred(Preference asked) {
            return new ArrayList<>(asked.available())
                    .reversed().stream().limit(asked.size()).toList();
        }
    }

    private void awaitAllocatable(int count) {
        kit.eventually(() -> Integer.toString(count).equals(allocatable()));
    }

    private String allocatable() {
        return amount(
                kit.client.nodes().withName(kit.node.name()).get().getStatus().getAllocatable());
    }

    private String capacity() {
        return amount(
                kit.client.nodes().withName(kit.node.name()).get().getStatus().getCapacity());
    }

    private static String amount(Map<String, Quantity> all) {
        Quantity amount = all.get(RESOURCE);
        return amount == null ? "none" : amount.getAmount();
    }

    @Test
    void aContainerGetsTheDeviceThatThePluginPrefersAndSeesWhatItSays() {
        Pod pod = kit.podWithDevices("vm", RESOURCE, 1);
        kit.awaitPhase("vm", "Running");

        ContainerView view = kit.node.container(pod, "main").orElseThrow();
        assertThat(view.env()).containsEntry("CARDS", "card-2");
        assertThat(view.devices()).containsExactly(new ContainerView.DeviceNode("/dev/card", "/dev/null", "rw"));
        assertThat(cards.preStarts).containsExactly(List.of("card-2"));
    }

    @Test
    void twoPodsNeverGetOneDeviceAndAThirdThatAsksForTooManyIsRefusedForGood() {
        kit.podWithDevices("a", RESOURCE, 1);
        kit.podWithDevices("b", RESOURCE, 1);
        kit.awaitPhase("a", "Running");
        kit.awaitPhase("b", "Running");
        assertThat(kit.node.grants().stream().flatMap(grant -> grant.devices().stream()))
                .hasSize(2)
                .doesNotHaveDuplicates();

        kit.podWithDevices("c", RESOURCE, 2);

        Pod refused = kit.awaitPhase("c", "Failed");
        assertThat(refused.getStatus().getReason()).isEqualTo("UnexpectedAdmissionError");
        assertThat(refused.getStatus().getMessage())
                .isEqualTo("Pod was rejected: Allocate failed due to requested number of devices unavailable for"
                        + " example.com/card. Requested: 2, Available: 1, which is unexpected");
    }

    @Test
    void aDeviceIsFreeWhenItsPodIsGone() {
        kit.podWithDevices("a", RESOURCE, 3);
        kit.awaitPhase("a", "Running");
        kit.delete("a");
        kit.awaitGone("a");

        kit.eventually(() -> kit.node.grants().isEmpty());
        kit.podWithDevices("b", RESOURCE, 3);
        kit.awaitPhase("b", "Running");
    }

    @Test
    void anUnhealthyDeviceCountsAsCapacityOnly() {
        cards.devices.set(1, new DevicePlugin.PluginDevice("card-1", false, Optional.of(0)));

        server.devicesChanged();

        awaitAllocatable(2);
        assertThat(capacity()).isEqualTo("3");
    }

    @Test
    void aPluginThatIsAwayLeavesNothingToAllocate() {
        server.close();
        awaitAllocatable(0);

        kit.podWithDevices("vm", RESOURCE, 1);

        assertThat(kit.awaitPhase("vm", "Failed").getStatus().getMessage())
                .contains("no healthy devices present; cannot allocate unhealthy devices " + RESOURCE);
    }

    @Test
    void anErrorOfAllocateRejectsThePodForGood() {
        cards.broken = true;

        kit.podWithDevices("vm", RESOURCE, 1);

        Pod refused = kit.awaitPhase("vm", "Failed");
        assertThat(refused.getStatus().getMessage()).contains("the card is in the workshop");
        kit.eventually(() -> kit.node.grants().isEmpty());
    }

    @Test
    void aFailureToMakeTheDeviceReadyIsTriedAgain() {
        cards.ready = false;
        kit.podWithDevices("vm", RESOURCE, 1);
        kit.awaitEvent("vm", "Failed", "device plugin PreStartContainer rpc failed with err");

        cards.ready = true;

        kit.awaitPhase("vm", "Running");
    }

    @Test
    void aRestartedKubeletHasWipedTheSocketsKnowsWhatItGaveAndTakesThePluginAgain() {
        Pod pod = kit.podWithDevices("vm", RESOURCE, 1);
        kit.awaitPhase("vm", "Running");
        List<DeviceGrant> before = kit.node.grants();

        kit.node.restart();

        assertThat(Files.exists(kit.node.kubeletRoot().resolve("device-plugins/kubelet.sock")))
                .isTrue();
        assertThat(kit.node.grants()).isEqualTo(before);
        assertThat(kit.node.container(pod, "main")).isPresent();
        awaitAllocatable(3);
        kit.podWithDevices("next", RESOURCE, 2);
        kit.awaitPhase("next", "Running");
        assertThat(kit.node.grants().stream().flatMap(grant -> grant.devices().stream()))
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @Test
    void podResourcesTellWhoHasWhat() {
        kit.podWithDevices("vm", RESOURCE, 1);
        kit.awaitPhase("vm", "Running");

        try (UnixChannel channel =
                UnixChannel.to(new SocketPath(kit.node.kubeletRoot().resolve("pod-resources/kubelet.sock")))) {
            var kubelet = PodResourcesListerGrpc.newBlockingStub(channel.channel());
            assertThat(kubelet.list(ListPodResourcesRequest.getDefaultInstance())
                            .getPodResourcesList())
                    .singleElement()
                    .satisfies(pod -> {
                        assertThat(pod.getName()).isEqualTo("vm");
                        ContainerDevices devices = pod.getContainers(0).getDevices(0);
                        assertThat(devices.getDeviceIdsList()).containsExactly("card-2");
                        assertThat(devices.getTopology().getNodes(0).getID()).isZero();
                    });
            assertThat(kubelet.getAllocatableResources(AllocatableResourcesRequest.getDefaultInstance())
                            .getDevicesList())
                    .hasSize(3);
        }
    }
}
