package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.health.v1.HealthStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an agent does on a simulated machine. */
class AgentSandboxTest extends AgentOnTestingNode {
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
        assertThat(told(claim).getNetworkData().getHardwareAddress()).isEqualTo("52:54:00:00:01:a0");

        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void anAgentTellsWhatTheOneBeforeHandedOverAndWasKilledBeforeTelling() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        assertThat(node.prepare(claim).getError()).isEmpty();
        node.kill();
        status(claim, told -> told.edit().withDevices(List.of()).build());

        node.start();

        assertThat(told(claim).getDevice()).isEqualTo(GPU);
    }

    /** The only device that the status of a claim tells of, once it does. */
    private AllocatedDeviceStatus told(ResourceClaim claim) {
        return await().atMost(LONG)
                .until(
                        () -> sandbox.client().resource(claim).get().getStatus().getDevices(),
                        devices -> devices.size() == 1)
                .getFirst();
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
    void whatIsUnpluggedAndPluggedInIsSeenSoon() throws Exception {
        node.awaitPublished(GPU, VIRTUAL);
        node.kernel.unplug(PciAddress.parse(TestingMachine.GPU));
        await().atMost(LONG).until(() -> !node.published().containsKey(GPU));
        node.kernel.plug(PciAddress.parse(TestingMachine.GPU));
        node.awaitPublished(GPU, CARD);
    }

    @Test
    void aHeldDeviceThatVanishesIsTaintedUnhealthyAndReleasedAllTheSame() throws Exception {
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
        assertThat(node.health(GPU)).hasValueSatisfying(health -> {
            assertThat(health.getHealth()).isEqualTo(HealthStatus.UNHEALTHY);
            assertThat(health.getMessage()).contains("left the machine");
        });
        assertThat(node.health(VIRTUAL))
                .hasValueSatisfying(health -> assertThat(health.getHealth()).isEqualTo(HealthStatus.HEALTHY));
        assertThat(node.unprepare(claim)).isEmpty();
        await().atMost(LONG).until(() -> node.published().containsKey(AUDIO));
    }

    @Test
    void aHeldDeviceThatComesBackIsTakenAgainWithItsAddressBeforeTheHostUsesIt() throws Exception {
        ResourceClaim claim =
                node.claim("nic", List.of(result("nic", VIRTUAL)), List.of(), network("own", "52:54:00:00:01:a0"));
        assertThat(node.prepare(claim).getError()).isEmpty();
        PciAddress function = PciAddress.parse(TestingMachine.VIRTUAL);
        node.kernel.unplug(function);
        await().atMost(LONG).until(() -> isTainted(VIRTUAL));

        node.kernel.plug(function);

        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(node.driver(TestingMachine.VIRTUAL)).isEqualTo("vfio-pci"));
        assertThat(node.kernel.virtualFunction("eth0", 0).mac().orElseThrow()).hasToString("52:54:00:00:01:a0");
        await().atMost(LONG).until(() -> !isTainted(VIRTUAL));
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    private boolean isTainted(String device) {
        return Stream.ofNullable(node.published().get(device))
                .anyMatch(published -> !published.getTaints().isEmpty());
    }

    @Test
    void filesOfAHeldClaimThatAreGoneAreThereAgainWithTheNextAgent() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        assertThat(node.prepare(claim).getError()).isEmpty();
        String cdi = node.cdiOf(claim);
        String metadata = node.metadataOf(claim, "gpu");
        node.kill();
        for (Path file : node.files.list(node.cdi())) {
            node.files.delete(file);
        }

        node.start();

        assertThat(node.cdiOf(claim)).isEqualTo(cdi);
        assertThat(node.metadataOf(claim, "gpu")).isEqualTo(metadata);
        assertThat(node.kernel.resets()).as("whoever uses it does not notice").hasSize(1);
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
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
}
