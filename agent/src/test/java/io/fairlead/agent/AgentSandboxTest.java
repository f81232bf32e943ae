package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfigurationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.ledger.LedgerUnusableException;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent on a simulated machine; the test plays the scheduler and the kubelet. */
class AgentSandboxTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String GPU = "pci-0000-3b-00-0";
    private static final String AUDIO = "pci-0000-3b-00-1";
    private static final String CARD = "card-0000-3b-00";
    private static final String VIRTUAL = "pci-0000-5e-10-0";
    private static final String OTHER_VIRTUAL = "pci-0000-5e-10-2";

    private static Sandbox sandbox;
    private static int nodes;

    @TempDir
    private Path root;

    private TestingNode node;

    @BeforeAll
    static void startSandbox() {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    }

    @AfterAll
    static void stopSandbox() {
        sandbox.close();
    }

    @BeforeEach
    void start() throws Exception {
        node = new TestingNode("node-" + nodes++, root, sandbox.client());
        node.start();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private DeviceRequestAllocationResult result(String request, String device) {
        return node.result(request, device);
    }

    private void assertAllBack() throws Exception {
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        assertThat(node.driver(TestingMachine.AUDIO)).isEqualTo("snd_hda_intel");
        assertThat(node.driver(TestingMachine.VIRTUAL)).isEqualTo("igbvf");
        assertThat(node.kernel.virtualFunction("eth0", 0)).isEqualTo(VfSettings.CLEARED);
        assertThat(Files.exists(node.cdi()) ? node.files.list(node.cdi()) : List.of())
                .isEmpty();
        assertThat(node.files.list(node.kubeletRoot().resolve("plugins/" + PciDriver.NAME + "/dra-device-metadata")))
                .isEmpty();
    }

    @Test
    void aFunctionIsTakenFromTheHostAndGivenBack() throws Exception {
        node.awaitPublished(GPU);
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        String uid = claim.getMetadata().getUid();

        NodePrepareResourceResponse prepared = node.prepare(claim);

        assertThat(prepared.getError()).isEmpty();
        assertThat(prepared.getDevices(0).getCdiDeviceIdsList())
                .containsExactly(
                        "pci.fairlead.io/claim=%s-gpu-%s".formatted(uid, GPU),
                        "pci.fairlead.io/metadata=%s_gpu".formatted(uid));
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.cdiOf(claim))
                .contains("PCI_RESOURCE_OWN_GPU=0000:3b:00.0")
                .contains("/dev/vfio/vfio", "/dev/vfio/11");
        assertThat(node.metadataOf(claim, "gpu"))
                .contains("metadata.resource.k8s.io/v1beta1", "metadata.resource.k8s.io/v1alpha1")
                .contains("\"resource.kubernetes.io/pciBusID\":{\"string\":\"0000:3b:00.0\"}")
                .contains("\"driver\":{\"string\":\"nouveau\"}");
        assertThat(node.kernel.resets()).containsExactly(PciAddress.parse(TestingMachine.GPU));

        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void aWholeCardIsTakenAndEachFunctionGetsItsOwnDriverBack() throws Exception {
        ResourceClaim claim = node.claim("card", result("card", CARD));

        assertThat(node.prepare(claim).getError()).isEmpty();

        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.driver(TestingMachine.AUDIO)).isEqualTo("vfio-pci");
        assertThat(node.cdiOf(claim))
                .contains("MULTIFUNCTION_PCI_RESOURCE_OWN_CARD=0000:3b:00.0")
                .contains("/dev/vfio/11", "/dev/vfio/12");
        assertThat(node.metadataOf(claim, "card")).contains("\"type\":{\"string\":\"card\"}");

        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void aCardIsRefusedWhileItsFunctionsAreTakenAndGrantedAfterwards() throws Exception {
        ResourceClaim gpu = node.claim("gpu", result("gpu", GPU));
        ResourceClaim audio = node.claim("audio", result("audio", AUDIO));
        ResourceClaim card = node.claim("card", result("card", CARD));
        assertThat(node.prepare(gpu).getError()).isEmpty();
        assertThat(node.prepare(audio).getError()).isEmpty();

        assertThat(node.prepare(card).getError())
                .contains("0000:3b:00.0 is held by claim default/%s-gpu".formatted(node.name), "free when that ends");

        node.unprepare(gpu);
        assertThat(node.prepare(card).getError()).contains("0000:3b:00.1 is held by claim");
        node.unprepare(audio);
        assertThat(node.prepare(card).getError()).isEmpty();
        node.unprepare(card);
        assertAllBack();
    }

    private static DeviceAllocationConfiguration config(Map<String, Object> parameters, String... requests) {
        return new DeviceAllocationConfigurationBuilder()
                .withSource("FromClaim")
                .withRequests(requests)
                .withNewOpaque()
                .withDriver(PciDriver.NAME)
                .withParameters(parameters)
                .endOpaque()
                .build();
    }

    private static Map<String, Object> parameters(Object... more) {
        Map<String, Object> all = new TreeMap<>(Map.of("apiVersion", "pci.fairlead.io/v1alpha1", "kind", "VfioConfig"));
        for (int i = 0; i < more.length; i += 2) {
            all.put((String) more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void aVirtualFunctionHasTheAddressVlanAndTrustThatTheClaimAsksForAndNoneAfterwards() throws Exception {
        ResourceClaim claim = node.claim(
                "nic",
                List.of(result("nic", VIRTUAL)),
                List.of(config(parameters("mac", "52:54:00:00:01:a0", "vlan", 100, "trust", true), "nic")),
                Map.of());

        assertThat(node.prepare(claim).getError()).isEmpty();

        VfSettings settings = node.kernel.virtualFunction("eth0", 0);
        assertThat(settings.mac().orElseThrow()).hasToString("52:54:00:00:01:a0");
        assertThat(settings.vlan()).hasValue(100);
        assertThat(settings.trust()).contains(true);
        assertThat(node.metadataOf(claim, "nic")).contains("\"hardwareAddress\":\"52:54:00:00:01:a0\"");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(sandbox.client()
                                .resource(claim)
                                .get()
                                .getStatus()
                                .getDevices())
                        .singleElement()
                        .satisfies(device -> assertThat(device.getNetworkData().getHardwareAddress())
                                .isEqualTo("52:54:00:00:01:a0")));

        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    private static Map<String, String> network(String claim, String mac) {
        return Map.of(
                "kubevirt.io/dra-networks",
                "[{\"claimName\":\"%s\",\"requestName\":\"nic\",\"mac\":\"%s\"}]".formatted(claim, mac));
    }

    @Test
    void aPodsAnnotationNamesTheAddressByThePodsOwnNameOfItsClaim() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a1"));
        ResourceClaim other = node.claim(
                "other", List.of(result("nic", OTHER_VIRTUAL)), List.of(), network("another", "52:54:00:00:01:a2"));

        assertThat(node.prepare(claim).getError()).isEmpty();
        assertThat(node.prepare(other).getError()).isEmpty();

        assertThat(node.kernel.virtualFunction("eth0", 0).mac().orElseThrow()).hasToString("52:54:00:00:01:a1");
        assertThat(node.kernel.virtualFunction("eth0", 1).mac()).isEqualTo(VfSettings.CLEARED.mac());
    }

    @Test
    void podsThatShareAClaimMustAgreeOnItsAddress() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a1"));
        Pod second =
                node.pod(node.name + "-second", claim.getMetadata().getName(), network("own", "52:54:00:00:01:a2"));
        ResourceClaim shared = sandbox.client()
                .resource(sandbox.client()
                        .resource(claim)
                        .get()
                        .edit()
                        .editStatus()
                        .addNewReservedFor()
                        .withResource("pods")
                        .withName(second.getMetadata().getName())
                        .withUid(second.getMetadata().getUid())
                        .endReservedFor()
                        .endStatus()
                        .build())
                .updateStatus();

        assertThat(node.prepare(shared).getError())
                .contains("52:54:00:00:01:a1", "52:54:00:00:01:a2", "pods that share a claim must agree");
        assertAllBack();
    }

    @Test
    void aMediatedDeviceIsMadeUnderItsPublishedNameAndRemoved() throws Exception {
        await().atMost(LONG).until(() -> node.published().keySet().stream().anyMatch(name -> name.startsWith("mdev-")));
        String device = node.published().keySet().stream()
                .filter(name -> name.startsWith("mdev-"))
                .findFirst()
                .orElseThrow();
        String uuid = device.substring("mdev-".length());
        ResourceClaim claim = node.claim("tty", result("tty", device));

        assertThat(node.prepare(claim).getError()).isEmpty();

        assertThat(node.kernel.root().list("sys/bus/mdev/devices").orElseThrow())
                .containsExactly(uuid);
        assertThat(node.cdiOf(claim)).contains("MDEV_PCI_RESOURCE_OWN_TTY=" + uuid, "/dev/vfio/");
        assertThat(node.metadataOf(claim, "tty")).contains("\"mdevUUID\":{\"string\":\"%s\"}".formatted(uuid));
        assertThat(node.unprepare(claim)).isEmpty();
        assertThat(node.kernel.root().list("sys/bus/mdev/devices").orElse(List.of()))
                .isEmpty();
    }

    @Test
    void adminAccessOnlyLooks() throws Exception {
        ResourceClaim user = node.claim("user", result("gpu", GPU));
        assertThat(node.prepare(user).getError()).isEmpty();
        DeviceRequestAllocationResult look =
                result("look", GPU).edit().withAdminAccess(true).build();
        ResourceClaim admin = node.claim("admin", look);

        assertThat(node.prepare(admin).getError()).isEmpty();

        assertThat(node.cdiOf(admin))
                .contains("PCI_RESOURCE_OWN_LOOK=0000:3b:00.0")
                .doesNotContain("/dev/vfio");
        assertThat(node.unprepare(admin)).isEmpty();
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.unprepare(user)).isEmpty();
        assertAllBack();
    }

    @Test
    void severalRequestsOfOneClaimAreTakenTogether() throws Exception {
        ResourceClaim claim = node.claim("both", result("gpu", GPU), result("nic", VIRTUAL));

        NodePrepareResourceResponse prepared = node.prepare(claim);

        assertThat(prepared.getDevicesList())
                .extracting(device -> device.getRequestNames(0), device -> device.getDeviceName())
                .containsExactly(tuple("gpu", GPU), tuple("nic", VIRTUAL));
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.driver(TestingMachine.VIRTUAL)).isEqualTo("vfio-pci");
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void theSameAnswerIsGivenAgainAlsoByTheNextAgentAndReleaseNeedsNoClaim() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        NodePrepareResourceResponse first = node.prepare(claim);
        assertThat(node.prepare(claim)).isEqualTo(first);

        node.kill();
        node.start();
        assertThat(node.prepare(claim)).isEqualTo(first);
        assertThat(node.kernel.resets()).hasSize(1);

        sandbox.client().resource(claim).delete();
        node.kill();
        node.start();
        assertThat(node.unprepare(claim)).isEmpty();
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void aCrashAtAnyWriteOfATakeIsFinishedOrUndone() throws Exception {
        int writes = 0;
        for (boolean crashed = true; crashed; writes++) {
            ResourceClaim claim = node.claim(
                    "crash-" + writes,
                    List.of(result("card", CARD), result("nic", VIRTUAL)),
                    List.of(config(parameters("mac", "52:54:00:00:01:a0"), "nic")),
                    Map.of());
            crashed = crashDuring(writes, () -> node.prepare(claim));
            if (writes % 2 == 0) {
                assertThat(node.prepare(claim).getError())
                        .as("after a crash at write %d", writes)
                        .isEmpty();
            }
            assertThat(node.unprepare(claim))
                    .as("after a crash at write %d", writes)
                    .isEmpty();
            assertAllBack();
        }
        assertThat(writes).isGreaterThan(15);
    }

    @Test
    void aCrashAtAnyWriteOfAReturnIsFinished() throws Exception {
        int writes = 0;
        for (boolean crashed = true; crashed; writes++) {
            ResourceClaim claim = node.claim(
                    "crash-" + writes,
                    List.of(result("card", CARD), result("nic", VIRTUAL)),
                    List.of(config(parameters("mac", "52:54:00:00:01:a0"), "nic")),
                    Map.of());
            assertThat(node.prepare(claim).getError()).isEmpty();
            crashed = crashDuring(writes, () -> node.unprepare(claim));
            assertThat(node.unprepare(claim))
                    .as("after a crash at write %d", writes)
                    .isEmpty();
            assertAllBack();
        }
        assertThat(writes).isGreaterThan(10);
    }

    /** Starts an agent that dies at a write, lets it work, and starts the next one. */
    private boolean crashDuring(int writes, Runnable work) throws Exception {
        node.kill();
        Crash crash = new Crash(writes);
        FileStore durable = node.files;
        Kernel live = node.used;
        node.files = crash.files(durable);
        node.used = crash.kernel(live);
        try {
            node.start();
            work.run();
        } catch (IOException e) {
            assertThat(crash.happened()).isTrue();
        }
        node.kill();
        node.files = durable;
        node.used = live;
        node.start();
        return crash.happened();
    }

    @ParameterizedTest
    @ValueSource(strings = {"driver_override", "unbind", "bind", "reset"})
    void aDeviceThatVanishesAtAnyStepIsRefusedAndNothingIsHalfDone(String step) throws Exception {
        ResourceClaim claim = node.claim("card", result("card", CARD));
        PciAddress audio = PciAddress.parse(TestingMachine.AUDIO);
        node.kernel.faults().before(step, audio, () -> {
            try {
                node.kernel.unplug(audio);
            } catch (KernelException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(node.prepare(claim).getError()).isNotEmpty();

        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        assertThat(node.events("PrepareFailed")).isNotEmpty();
        assertThat(node.unprepare(claim)).isEmpty();
        node.kernel.plug(audio);
        await().atMost(LONG).until(() -> node.published().containsKey(CARD));
        assertThat(node.prepare(claim).getError()).isEmpty();
    }

    @Test
    void whatTheHostIsBusyWithIsRefusedAndStaysWithTheHost() throws Exception {
        ResourceClaim claim = node.claim("card", result("card", CARD));
        node.kernel.faults().refuse("unbind", PciAddress.parse(TestingMachine.AUDIO), Errno.EBUSY);

        assertThat(node.prepare(claim).getError()).contains("Device or resource busy", "end it");

        await().atMost(LONG).until(() -> !node.events("PrepareFailed").isEmpty());
        node.kernel.faults().heal();
        assertAllBack();
        assertThat(node.prepare(claim).getError()).isEmpty();
    }

    @Test
    void anUnbindThatHangsIsReportedAndMendedByItselfLater() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        node.kernel.faults().hang("unbind", PciAddress.parse(TestingMachine.GPU));

        assertThat(node.prepare(claim).getError()).contains("did not end within", "dmesg");

        node.kernel.faults().heal();
        await().atMost(LONG).untilAsserted(this::assertAllBack);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.prepare(claim).getError()).isEmpty());
    }

    @Test
    void aDeviceThatAProcessStillHasOpenGoesBackWhenThatEnds() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        node.prepare(claim);
        try (Kernel.Watch _ = node.kernel.open("dev/vfio/11")) {
            assertThat(node.unprepare(claim)).contains("is in use", "has /dev/vfio/11 open");
            await().atMost(LONG).until(() -> !node.events("ReturnFailed").isEmpty());
        }
        await().atMost(LONG).untilAsserted(this::assertAllBack);
        assertThat(node.unprepare(claim)).isEmpty();
    }

    @Test
    void aFullDiskUnderTheLedgerTakesNothing() throws Exception {
        node.kill();
        Crash full = new Crash(0);
        FileStore durable = node.files;
        node.files = full.files(durable);
        node.start();
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));

        assertThat(node.prepare(claim).getError()).contains("the ledger cannot be written, so nothing is done");

        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        node.kill();
        node.files = durable;
        node.start();
        assertThat(node.prepare(claim).getError()).isEmpty();
    }

    @Test
    void aReadOnlySysfsIsNamed() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        node.kernel.faults().readOnly(true);

        assertThat(node.prepare(claim).getError()).contains("sysfs must be mounted writable");

        node.kernel.faults().readOnly(false);
        await().atMost(LONG).untilAsserted(this::assertAllBack);
    }

    @Test
    void withoutAnIommuNothingIsOfferedAndTheNodeSaysWhy() throws Exception {
        node.awaitPublished(GPU);
        String gpu = "sys/devices/pci0000:00/" + TestingMachine.GPU;
        node.kill();
        ((MemoryTree) node.kernel.root()).remove(gpu + "/iommu_group").remove("sys/kernel/iommu_groups/11");
        node.start();

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("DeviceWithheld"))
                        .anySatisfy(message ->
                                assertThat(message).contains("0000:3b:00.0 has no IOMMU group; switch the IOMMU on")));
        await().atMost(LONG).until(() -> !node.published().containsKey(GPU));
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        assertThat(node.prepare(claim).getError()).contains("no longer offered", "has no IOMMU group");
    }

    @Test
    void theHostsOwnIsNeverOfferedAndTheNodeSaysWhy() {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("DeviceWithheld"))
                        .anySatisfy(message ->
                                assertThat(message).contains("0000:01:00.0 is not offered", "default route on eth9")));
        assertThat(node.published()).doesNotContainKey("pci-0000-01-00-0");
    }

    private record Wrong(Map<String, Object> parameters, String words) {}

    @Test
    void wrongParametersAreRefusedWithThePathOfTheField() throws Exception {
        String path = "status.allocation.devices.config[0].opaque.parameters";
        List<Wrong> wrongs = List.of(
                new Wrong(parameters("maca", "52:54:00:00:01:a0"), path + ".maca: is not known; known are"),
                new Wrong(parameters("mac", "52:54:00"), path + ".mac: \"52:54:00\" is not a MAC address"),
                new Wrong(
                        parameters("mac", "01:00:5e:00:00:01"),
                        path + ".mac: \"01:00:5e:00:00:01\" cannot be the address"),
                new Wrong(parameters("vlan", 5000), path + ".vlan: must be a whole number from 0 to 4094"),
                new Wrong(parameters("trust", "yes"), path + ".trust: must be true or false"),
                new Wrong(
                        Map.of("kind", "VfConfig", "apiVersion", "pci.fairlead.io/v1alpha1"),
                        path + ": kind must be VfioConfig"));
        for (int i = 0; i < wrongs.size(); i++) {
            ResourceClaim claim = node.claim(
                    "wrong-" + i,
                    List.of(result("nic", VIRTUAL)),
                    List.of(config(wrongs.get(i).parameters(), "nic")),
                    Map.of());
            assertThat(node.prepare(claim).getError()).contains(wrongs.get(i).words());
        }
        await().atMost(LONG).until(() -> node.events("PrepareFailed").size() == wrongs.size());
        ResourceClaim card =
                node.claim("card", List.of(result("card", CARD)), List.of(config(parameters("vlan", 7))), Map.of());
        assertThat(node.prepare(card).getError())
                .contains("are for virtual functions, and card-0000-3b-00 is of type card");
        assertAllBack();
    }

    @Test
    void aSecondAgentIsRefusedAndTheNodeSaysSo() {
        assertThatThrownBy(() -> Agent.start(node.options()))
                .isInstanceOf(LedgerUnusableException.class)
                .hasMessageContaining("another agent works on this node");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("AgentNotStarted"))
                        .anySatisfy(message -> assertThat(message).contains("one is enough, stop the other")));
    }

    @Test
    void aKubeletThatRefusesTheDriverIsNamedAtTheNode() {
        Path socket = node.kubeletRoot().resolve("plugins_registry/" + PciDriver.NAME + "-reg.sock");
        try (UnixChannel channel = UnixChannel.to(new SocketPath(socket))) {
            RegistrationGrpc.newBlockingStub(channel.channel())
                    .notifyRegistrationStatus(RegistrationStatus.newBuilder()
                            .setPluginRegistered(false)
                            .setError("unsupported versions v1.DRAPlugin")
                            .build());
        }
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("DriverRefused"))
                        .anySatisfy(message -> assertThat(message).contains("unsupported versions v1.DRAPlugin")));
    }

    @Test
    void whatIsUnpluggedAndPluggedInIsSeenSoon() throws Exception {
        node.awaitPublished(GPU, VIRTUAL);
        node.kernel.unplug(PciAddress.parse(TestingMachine.GPU));
        await().atMost(LONG).until(() -> !node.published().containsKey(GPU));
        node.kernel.plug(PciAddress.parse(TestingMachine.GPU));
        node.awaitPublished(GPU, CARD);
    }

    @Test
    void aHeldDeviceThatVanishesIsTaintedAndReleasedAllTheSame() throws Exception {
        node.awaitPublished(GPU);
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        assertThat(node.prepare(claim).getError()).isEmpty();
        node.kernel.unplug(PciAddress.parse(TestingMachine.GPU));

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.published().get(GPU))
                        .isNotNull()
                        .satisfies(device -> assertThat(device.getTaints())
                                .singleElement()
                                .satisfies(taint -> assertThat(taint.getKey()).isEqualTo("pci.fairlead.io/vanished"))));
        assertThat(node.unprepare(claim)).isEmpty();
        await().atMost(LONG).until(() -> node.published().containsKey(AUDIO));
    }

    @Test
    void afterARebootTheKubeletAsksAgainAndTheDriverOfTheNewBootComesBack() throws Exception {
        ResourceClaim claim = node.claim("card", result("card", CARD));
        assertThat(node.prepare(claim).getError()).isEmpty();
        node.kill();
        node.kernel.reboot();
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        node.start();

        assertThat(node.prepare(claim).getError()).isEmpty();

        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.unprepare(claim)).isEmpty();
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        assertThat(node.driver(TestingMachine.AUDIO)).isEqualTo("snd_hda_intel");
    }

    @Test
    void aDamagedLedgerIsSetAsideAndWhatItSaidIsFoundAgain() throws Exception {
        node.awaitPublished(CARD, VIRTUAL);
        ResourceClaim card = node.claim("card", result("card", CARD));
        ResourceClaim gone = node.claim("gone", result("nic", VIRTUAL));
        NodePrepareResourceResponse first = node.prepare(card);
        assertThat(first.getError()).isEmpty();
        assertThat(node.prepare(gone).getError()).isEmpty();
        node.kill();
        sandbox.client().resource(gone).delete();
        Files.write(root.resolve("state/ledger"), "nonsense\n".getBytes(StandardCharsets.UTF_8));

        node.start();

        assertThat(root.resolve("state/ledger.damaged")).hasContent("nonsense\n");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("LedgerDamaged"))
                        .anySatisfy(message -> assertThat(message)
                                .contains("does not begin as a checkpoint", "fairlead agent status")));
        // The claim of the function is over, so it goes back by itself; the card's is not, so it stays.
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(node.driver(TestingMachine.VIRTUAL)).isEqualTo("igbvf"));
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.prepare(card).getDevicesList()).isEqualTo(first.getDevicesList());
        assertThat(node.unprepare(card)).isEmpty();
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        assertThat(node.driver(TestingMachine.AUDIO)).isEqualTo("snd_hda_intel");
    }

    @Test
    void whatTheRulesNoLongerAllowIsNotGivenAway() throws Exception {
        node.awaitPublished(GPU);
        node.kill();
        node.rules = OfferRules.none();
        node.start();
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));

        assertThat(node.prepare(claim).getError()).contains("is not offered by this node any more");
        await().atMost(LONG).until(() -> node.published().isEmpty());
    }
}
