package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatusBuilder;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.ledger.LedgerUnusableException;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent says to what it cannot do: the reason, in the answer and in an event, and nothing is half done. */
class AgentRefusalsSandboxTest extends AgentOnTestingNode {
    @Test
    void podsThatShareAClaimMustAgreeOnItsAddress() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a1"));
        ResourceClaim shared = join(claim, network("own", "52:54:00:00:01:a2"));

        assertThat(node.prepare(shared).getError())
                .contains("52:54:00:00:01:a1", "52:54:00:00:01:a2", "pods that share a claim must agree");
        assertAllBack();
    }

    @Test
    void aPodThatJoinsLaterWithAnotherAddressIsRefusedAndTheFirstKeepsItsOwn() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a1"));
        assertThat(node.prepare(claim).getError()).isEmpty();
        ResourceClaim shared = join(claim, network("own", "52:54:00:00:01:a2"));

        assertThat(node.prepare(shared).getError()).contains("pods that share a claim must agree");

        // The first pod has ended; its address is still that of the function.
        sandbox.client()
                .pods()
                .inNamespace("default")
                .withName(claim.getMetadata().getName())
                .withGracePeriod(0)
                .delete();
        assertThat(node.prepare(shared).getError())
                .contains("was prepared with mac 52:54:00:00:01:a1", "wants mac 52:54:00:00:01:a2");
        assertThat(node.kernel.virtualFunction("eth0", 0).mac().orElseThrow()).hasToString("52:54:00:00:01:a1");
        assertThat(node.metadataOf(claim, "nic")).contains("52:54:00:00:01:a1");
        assertThat(node.unprepare(claim)).isEmpty();
        // Who looks while the function's driver begins sees it without its interface.
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.prepare(shared).getError()).isEmpty());
        assertThat(node.kernel.virtualFunction("eth0", 0).mac().orElseThrow()).hasToString("52:54:00:00:01:a2");
    }

    @Test
    void aPodThatJoinsLaterAndAsksForNoAddressGetsTheOneThatIsThere() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a1"));
        assertThat(node.prepare(claim).getError()).isEmpty();
        ResourceClaim shared = join(claim, Map.of());

        assertThat(node.prepare(shared).getError()).isEmpty();

        assertThat(node.metadataOf(claim, "nic")).contains("52:54:00:00:01:a1");
    }

    @Test
    void aPodThatTheKubeletStartsWithTheAddressOfAnotherIsTold() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a1"));
        assertThat(node.prepare(claim).getError()).isEmpty();
        join(claim, network("own", "52:54:00:00:01:a2"));

        node.kernel.unplug(PciAddress.parse(TestingMachine.OTHER_VIRTUAL));

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("AddressNotGiven"))
                        .as("at the pod and at the claim")
                        .hasSize(2)
                        .allSatisfy(message -> assertThat(message)
                                .contains(
                                        "has hardware address 52:54:00:00:01:a1",
                                        node.name + "-second asks for 52:54:00:00:01:a2",
                                        "give this one a claim of its own")));
    }

    /** Another pod uses the claim too. */
    private ResourceClaim join(ResourceClaim claim, Map<String, String> annotations) {
        Pod second = node.pod(node.name + "-second", claim.getMetadata().getName(), annotations);
        return status(
                claim,
                status -> new ResourceClaimStatusBuilder(status)
                        .addNewReservedFor()
                        .withResource("pods")
                        .withName(second.getMetadata().getName())
                        .withUid(second.getMetadata().getUid())
                        .endReservedFor()
                        .build());
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
        await().atMost(LONG).until(() -> !node.events("PrepareFailed").isEmpty());
        assertThat(node.unprepare(claim)).isEmpty();
        node.kernel.plug(audio);
        // What is published may be from before it vanished.
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.prepare(claim).getError()).isEmpty());
    }

    /** The kubelet and an event of the claim are told the same. */
    private void assertRefused(ResourceClaim claim, String... words) {
        assertThat(node.prepare(claim).getError()).contains(words);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("PrepareFailed"))
                        .anySatisfy(message -> assertThat(message).contains(words)));
    }

    @Test
    void whatTheHostIsBusyWithIsRefusedAndStaysWithTheHost() throws Exception {
        ResourceClaim claim = node.claim("card", result("card", CARD));
        node.kernel.faults().refuse("unbind", PciAddress.parse(TestingMachine.AUDIO), Errno.EBUSY);

        assertRefused(claim, "Device or resource busy", "end it");

        node.kernel.faults().heal();
        assertAllBack();
        assertThat(node.prepare(claim).getError()).isEmpty();
    }

    @Test
    void anUnbindThatHangsIsReportedAndMendedByItselfLater() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        node.kernel.faults().hang("unbind", PciAddress.parse(TestingMachine.GPU));

        assertRefused(claim, "did not end within", "dmesg");

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
        FileStore durable = node.files;
        node.files = TestingDisk.full(durable);
        node.start();
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));

        assertRefused(
                claim,
                "the ledger cannot be written, so nothing is done",
                "make room or mend the disk",
                "No space left on device");

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

        assertRefused(claim, "sysfs must be mounted writable");

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
    void aFunctionThatCannotBeReadIsNotOfferedAndTheNodeSaysWhyAndWhoHasItKeepsIt() throws Exception {
        node.awaitPublished(CARD, VIRTUAL);
        ResourceClaim claim = node.claim("card", result("card", CARD));
        NodePrepareResourceResponse first = node.prepare(claim);
        assertThat(first.getError()).isEmpty();
        MemoryTree tree = (MemoryTree) node.kernel.root();
        String vendor = "sys/devices/pci0000:00/" + TestingMachine.AUDIO + "/vendor";
        byte[] readable = tree.read(vendor, 100).orElseThrow();
        tree.file(vendor, "0xzzzz");
        node.kill();
        node.start();

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("DeviceUnreadable"))
                        .anySatisfy(message -> assertThat(message).contains("0000:3b:00.1 has no usable vendor")));
        await().atMost(LONG).until(() -> !node.published().containsKey(AUDIO));
        assertThat(node.prepare(claim).getDevicesList()).isEqualTo(first.getDevicesList());
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.driver(TestingMachine.AUDIO)).isEqualTo("vfio-pci");

        tree.file(vendor, readable);
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
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
                        .anySatisfy(message -> assertThat(message)
                                .contains("unsupported versions v1.DRAPlugin", "has to be Kubernetes 1.34 or later")));
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
