package io.fairlead.contract.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.kubelet.PodResourcesClient;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What a driver and a plugin live through with a kubelet, whichever it is. */
interface KubeletContract {
    ContractNode node();

    /** While their driver is still there: it is who gives their claims back. */
    private void removePods() {
        node().client().pods().delete();
        eventually(() -> node().client().pods().list().getItems().isEmpty());
    }

    interface Cleanup extends AutoCloseable {
        @Override
        void close();
    }

    @Test
    default void aClaimIsPreparedBeforeThePodRunsAndGivenUpBeforeItIsGone() throws IOException {
        try (ContractDriver driver = new ContractDriver(node());
                Cleanup _ = this::removePods) {
            createObjects();
            Pod pod = create(podWithClaim("vm", "resourceClaimTemplateName", "card"));
            awaitPhase("vm", "Running");
            assertThat(driver.prepared).hasSize(1);
            eventually(() -> {
                String seen = node().seenInside(pod);
                return seen.contains("CARD=card-") && seen.contains("/dev/card0");
            });
            assertThat(driver.files()).isEqualTo(driver.prepared);
            assertThat(driver.unprepared).isEmpty();

            node().client().pods().withName("vm").delete();
            awaitGone("vm");

            assertThat(driver.unprepared).isEqualTo(driver.prepared);
            assertThat(driver.files()).isEmpty();
        }
    }

    @Test
    default void aSharedClaimIsPreparedOnceAndGivenUpForItsLastPod() throws IOException {
        try (ContractDriver driver = new ContractDriver(node());
                Cleanup _ = this::removePods) {
            createObjects();
            create(podWithClaim("a", "resourceClaimName", "shared"));
            awaitPhase("a", "Running");
            create(podWithClaim("b", "resourceClaimName", "shared"));
            awaitPhase("b", "Running");
            assertThat(driver.prepared).hasSize(1);

            node().client().pods().withName("a").delete();
            awaitGone("a");
            assertThat(driver.unprepared).isEmpty();
            node().client().pods().withName("b").delete();
            awaitGone("b");

            assertThat(driver.unprepared).isEqualTo(driver.prepared);
        }
    }

    @Test
    default void aFailureToPrepareIsToldAndTriedAgain() throws IOException {
        try (ContractDriver driver = new ContractDriver(node());
                Cleanup _ = this::removePods) {
            createObjects();
            driver.broken = true;
            create(podWithClaim("vm", "resourceClaimName", "shared"));
            awaitEvent(
                    "vm",
                    "FailedPrepareDynamicResources",
                    "NodePrepareResources failed for ResourceClaim shared: the card is on fire");

            driver.broken = false;

            awaitPhase("vm", "Running");
        }
    }

    @Test
    default void aRestartedKubeletWipesSlicesTakesTheDriverAgainAndKnowsWhatIsPrepared() throws IOException {
        try (ContractDriver driver = new ContractDriver(node());
                Cleanup _ = this::removePods) {
            createObjects();
            Pod pod = create(podWithClaim("vm", "resourceClaimName", "shared"));
            awaitPhase("vm", "Running");
            List<String> before = sliceUids();

            node().restartKubelet();

            eventually(() -> driver.registrations.get() > 1);
            eventually(() -> sliceUids().size() == 1 && !sliceUids().equals(before));
            eventually(() -> node().seenInside(pod).contains("CARD=card-"));
            node().client().pods().withName("vm").delete();
            awaitGone("vm");
            assertThat(driver.unprepared).hasSize(1);
        }
    }

    @Test
    default void devicesOfAPluginAreGivenToOnePodEachAndAPodTooManyIsRefused() throws IOException {
        try (ContractPlugin _ = new ContractPlugin(node());
                PodResourcesClient asks = PodResourcesClient.of(node().kubelet());
                Cleanup _ = this::removePods) {
            eventually(() -> asks.allocatable().getDevicesList().stream()
                            .filter(devices -> devices.getResourceName().equals(ContractPlugin.RESOURCE))
                            .count()
                    == 2);
            Pod first = create(podWithDevices("a", 1));
            Pod second = create(podWithDevices("b", 1));
            awaitPhase("a", "Running");
            awaitPhase("b", "Running");
            eventually(() -> node().seenInside(first).contains("CARDS=card-"));
            eventually(() -> node().seenInside(second).contains("CARDS=card-"));
            assertThat(asks.list().stream()
                            .flatMap(pod -> pod.getContainersList().stream())
                            .flatMap(container -> container.getDevicesList().stream())
                            .filter(devices -> devices.getResourceName().equals(ContractPlugin.RESOURCE))
                            .flatMap(devices -> devices.getDeviceIdsList().stream()))
                    .containsExactlyInAnyOrder("card-0", "card-1");

            create(podWithDevices("c", 1));

            Pod refused = awaitPhase("c", "Failed");
            assertThat(refused.getStatus().getReason())
                    .isIn("UnexpectedAdmissionError", "OutOf" + ContractPlugin.RESOURCE);
        }
    }

    @Test
    default void aRestartedKubeletTakesThePluginAgainAndKnowsWhatItGave() throws IOException {
        try (ContractPlugin _ = new ContractPlugin(node());
                PodResourcesClient asks = PodResourcesClient.of(node().kubelet());
                Cleanup _ = this::removePods) {
            awaitAllocatable("2");
            Pod pod = create(podWithDevices("a", 1));
            awaitPhase("a", "Running");

            node().restartKubelet();

            eventually(() -> asks.allocatable().getDevicesList().stream()
                            .filter(devices -> devices.getResourceName().equals(ContractPlugin.RESOURCE))
                            .count()
                    == 2);
            eventually(() -> node().seenInside(pod).contains("CARDS=card-"));
            assertThat(node().client().pods().withName("a").get().getStatus().getPhase())
                    .isEqualTo("Running");
            create(podWithDevices("b", 1));
            awaitPhase("b", "Running");
        }
    }

    @Test
    default void anUnhealthyDeviceIsNotAllocatable() throws IOException {
        try (ContractPlugin plugin = new ContractPlugin(node())) {
            awaitAllocatable("2");

            plugin.setHealthy(0, false);

            awaitAllocatable("1");
            assertThat(amount(false)).isEqualTo("2");
        }
    }

    private void awaitAllocatable(String count) {
        eventually(() -> count.equals(amount(true)));
    }

    private String amount(boolean allocatable) {
        var status = node().client().nodes().withName(node().name()).get().getStatus();
        Quantity amount = (allocatable ? status.getAllocatable() : status.getCapacity()).get(ContractPlugin.RESOURCE);
        return amount == null ? "none" : amount.getAmount();
    }

    private List<String> sliceUids() {
        return node()
                .client()
                .resources(ResourceSlice.class)
                .withField("spec.driver", ContractDriver.NAME)
                .list()
                .getItems()
                .stream()
                .map(slice -> slice.getMetadata().getUid())
                .toList();
    }

    private void createObjects() throws IOException {
        try (InputStream in = Objects.requireNonNull(KubeletContract.class.getResourceAsStream("card.yaml"))) {
            String text =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("${driver}", ContractDriver.NAME);
            node().client()
                    .resourceList(new KubernetesSerialization()
                            .<List<HasMetadata>>unmarshal(
                                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))))
                    .create();
        }
    }

    private Pod create(PodBuilder pod) {
        return node().client().resource(pod.build()).create();
    }

    private PodBuilder podWithClaim(String name, String by, String claim) {
        return pod(name)
                .editSpec()
                .addNewResourceClaim(
                        "card",
                        by.equals("resourceClaimName") ? claim : null,
                        by.equals("resourceClaimName") ? null : claim)
                .editFirstContainer()
                .withNewResources()
                .addNewClaim("card", null)
                .endResources()
                .endContainer()
                .endSpec();
    }

    /** Put on the node by name, so that it is the kubelet that answers whether it can run. */
    private PodBuilder podWithDevices(String name, int count) {
        return pod(name)
                .editSpec()
                .withNodeName(node().name())
                .editFirstContainer()
                .withNewResources()
                .addToLimits(ContractPlugin.RESOURCE, new Quantity(Integer.toString(count)))
                .endResources()
                .endContainer()
                .endSpec();
    }

    private PodBuilder pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withTerminationGracePeriodSeconds(1L)
                .addNewContainer()
                .withName("main")
                .withImage(node().image())
                .withCommand("sh", "-c", "env; ls /dev/card*; exec sleep 1000")
                .endContainer()
                .endSpec();
    }

    private Pod awaitPhase(String pod, String phase) {
        eventually(() -> phase.equals(
                node().client().pods().withName(pod).get().getStatus().getPhase()));
        return node().client().pods().withName(pod).get();
    }

    private void awaitGone(String pod) {
        eventually(() -> node().client().pods().withName(pod).get() == null);
    }

    private void awaitEvent(String pod, String reason, String text) {
        eventually(() -> node().client().v1().events().list().getItems().stream()
                .anyMatch(event -> event.getInvolvedObject().getName().equals(pod)
                        && event.getReason().equals(reason)
                        && event.getMessage().contains(text)));
    }

    private static void eventually(Callable<Boolean> reached) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(50))
                // A kubelet that has just started does not listen everywhere yet.
                .ignoreException(StatusRuntimeException.class)
                .until(reached);
    }
}
