package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.host.simulated.SampleMachine;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.reconcile.Backoff;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.KubeletPeriods;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A cluster with one simulated node: its machine and its kubelet live on while its agent dies again and again. */
final class CrashWorld implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** A real kubelet's is longer; what it does then is the same. */
    private static final Backoff POD_RETRY = new Backoff(Duration.ofMillis(10), Duration.ofMillis(100), 0.2);

    private static final List<String> FUNCTIONS = List.of(
            TestingMachine.GPU,
            TestingMachine.AUDIO,
            TestingMachine.MAKER,
            TestingMachine.VIRTUAL,
            TestingMachine.OTHER_VIRTUAL,
            TestingMachine.OWN);

    private final Path root;
    private final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    private final SimulatedKernel kernel = SimulatedKernel.of(SampleMachine.tree(), Duration.ofMillis(500));
    private final Map<String, String> driversAtFirst;
    private int created;
    private @Nullable Agent agent;
    private @Nullable KubernetesClient agentClient;
    private Life life = Life.withoutEnd();

    final SimulatedNode node;
    final KubernetesClient client = connect(_ -> {});

    CrashWorld(Path root) throws Exception {
        this.root = root;
        KubeletPeriods usual = KubeletPeriods.standard();
        this.node = sandbox.addNode(NodeOptions.in(root.resolve("n"), 1).withPeriods(usual.withPodRetry(POD_RETRY)));
        this.driversAtFirst = drivers();
        PodKind.create(client);
    }

    /** A new process: it knows what is in files, in the kernel and in the cluster, and nothing else. May die at once. */
    void begin(Life next) throws IOException {
        life = next;
        agentClient = connect(builder -> builder.addOrReplaceInterceptor("life", next.api()));
        try {
            agent = Agent.start(AgentOptions.of(node.name(), agentClient, next.kernel(kernel))
                    .withRules(OfferRules.parse(TestingMachine.RULES))
                    .withKubelet(KubeletFolder.at(node.kubeletRoot()))
                    .withFolders(node.cdi(), Path.of("/dev"), root.resolve("state"))
                    .withFiles(next.files(new DurableFiles()))
                    .withTimes(Duration.ofSeconds(5), Duration.ofSeconds(1)));
        } catch (IOException | RuntimeException e) {
            if (!next.isDead()) {
                throw e;
            }
        }
    }

    private KubernetesClient connect(Consumer<HttpClient.Builder> more) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(sandbox.server().url().toString())
                        .withNamespace("default")
                        .withOnlyHttpWatches(true)
                        .withRequestRetryBackoffLimit(0)
                        .withRequestTimeout((int) PATIENCE.toMillis())
                        .build())
                // What it learned about classes costs most of a start, and no state of the agent is in it.
                .withKubernetesSerialization(sandbox.client().getKubernetesSerialization())
                .withHttpClientBuilderConsumer(more)
                .build();
    }

    boolean agentIsDead() {
        return life.isDead();
    }

    /** Nothing that it still does as it ends reaches the world. */
    void bury() {
        life.kill();
        if (agent != null) {
            agent.close();
            agent = null;
        }
        if (agentClient != null) {
            agentClient.close();
            agentClient = null;
        }
    }

    void create(String name, PodKind kind) {
        created++;
        String mac = "52:54:00:%02x:%02x:%02x".formatted(created >> 16 & 0xff, created >> 8 & 0xff, created & 0xff);
        // A request that is repeated because its answer is late must not fail.
        client.resource(kind.pod(name, mac)).serverSideApply();
    }

    void delete(String pod, boolean force) {
        var named = client.pods().inNamespace("default").withName(pod);
        if (force) {
            named.withGracePeriod(0).delete();
        } else {
            named.delete();
        }
    }

    List<Pod> pods() {
        return client.pods().inNamespace("default").list().getItems();
    }

    List<String> names() {
        return pods().stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    /** Pods that may come or go now. */
    List<String> movable() {
        return pods().stream()
                .filter(pod -> !PodKind.isShared(pod) || sharersAreSettled())
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    /**
     * Whether every pod that uses the shared claim runs and means to. A kubelet that gives a claim up for its last pod tells
     * a pod which joins at that moment that the claim is prepared; no driver can help that.
     */
    boolean sharersAreSettled() {
        List<Pod> sharers = pods().stream().filter(PodKind::isShared).toList();
        List<String> uids =
                sharers.stream().map(pod -> pod.getMetadata().getUid()).toList();
        return sharers.stream()
                        .allMatch(pod -> "Running".equals(pod.getStatus().getPhase())
                                && pod.getMetadata().getDeletionTimestamp() == null)
                && node.claims().stream()
                        .filter(claim -> claim.name().equals(PodKind.SHARED.text()))
                        .allMatch(claim -> uids.containsAll(claim.pods()));
    }

    boolean isRunning(String pod) {
        Pod found = client.pods().inNamespace("default").withName(pod).get();
        return found != null && "Running".equals(found.getStatus().getPhase());
    }

    boolean isGone(String pod) {
        return client.pods().inNamespace("default").withName(pod).get() == null;
    }

    /**
     * At any moment: no device node is in containers of two claims, what a container was given is with vfio-pci, and a
     * virtual function has the address and the VLAN that were asked for. A container that ended while it was looked at
     * says nothing.
     */
    void checkHeldOnce() throws Exception {
        Map<String, Pod> holders = new TreeMap<>();
        for (Pod pod : pods()) {
            for (String device : devices(pod)) {
                Pod before = holders.put(device, pod);
                boolean twice = before != null
                        && !PodKind.holder(before).equals(PodKind.holder(pod))
                        && devices(before).contains(device)
                        && devices(pod).contains(device);
                assertThat(twice)
                        .as("%s is with %s and with %s", device, before, pod)
                        .isFalse();
            }
            for (String address : addresses(pod)) {
                String wrong = wrong(pod, address);
                assertThat(wrong.isEmpty() || !addresses(pod).contains(address))
                        .as("%s of running %s: %s; the ledger says %s", address, PodKind.holder(pod), wrong, ledger())
                        .isTrue();
            }
        }
    }

    private List<String> devices(Pod pod) {
        return node.container(pod, "main").stream()
                .flatMap(view -> view.devices().stream())
                .map(device -> device.path())
                .filter(path -> !path.equals("/dev/vfio/vfio"))
                .toList();
    }

    private List<String> addresses(Pod pod) {
        return node.container(pod, "main").stream()
                .flatMap(view -> view.env().entrySet().stream())
                .filter(variable -> variable.getKey().contains("PCI_RESOURCE_")
                        && !variable.getKey().startsWith("MDEV"))
                .map(Map.Entry::getValue)
                .toList();
    }

    private String wrong(Pod pod, String address) throws Exception {
        if (!driver(address).equals("vfio-pci")) {
            return "its driver is " + driver(address);
        }
        int index =
                List.of(TestingMachine.VIRTUAL, TestingMachine.OTHER_VIRTUAL).indexOf(address);
        if (index < 0) {
            return "";
        }
        VfSettings settings = kernel.virtualFunction("eth0", index);
        boolean asAsked = settings.vlan().orElse(0) == PodKind.VLAN
                && pod.getMetadata()
                        .getAnnotations()
                        .toString()
                        .contains(settings.mac().orElseThrow().text());
        return asAsked ? "" : "it has " + settings;
    }

    /** When nobody has anything: no pod, no claim, no holding, no file, every function with its own driver. */
    void checkNothingIsLeft() throws Exception {
        eventually(
                "claims",
                () -> client.resources(ResourceClaim.class).inNamespace("default").list().getItems().stream()
                        .allMatch(claim -> claim.getMetadata().getName().equals(PodKind.SHARED.text())
                                && (claim.getStatus() == null
                                        || claim.getStatus().getReservedFor().isEmpty())));
        eventually("claims of the kubelet", () -> node.claims().isEmpty());
        eventually("holdings", () -> ledger().orElseThrow().holdings().isEmpty());
        assertThat(drivers()).isEqualTo(driversAtFirst);
        assertThat(new Sysfs(kernel.root()).names(Sysfs.MDEV_DEVICES)).isEmpty();
        for (int index : List.of(0, 1)) {
            assertThat(kernel.virtualFunction("eth0", index)).isEqualTo(VfSettings.CLEARED);
        }
        assertThat(node.cdi()).isEmptyDirectory();
        Path metadata = node.kubeletRoot().resolve("plugins/" + PciDriver.NAME + "/dra-device-metadata");
        if (Files.exists(metadata)) {
            assertThat(metadata).isEmptyDirectory();
        }
    }

    private Optional<LedgerState> ledger() throws IOException {
        return Ledger.peek(new DurableFiles(), root.resolve("state"));
    }

    private Map<String, String> drivers() throws Exception {
        Map<String, String> drivers = new TreeMap<>();
        for (String function : FUNCTIONS) {
            drivers.put(function, driver(function));
        }
        return drivers;
    }

    private String driver(String function) throws Exception {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(function)).orElse("none");
    }

    void eventually(String what, Callable<Boolean> reached) {
        await().alias(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(reached);
    }

    @Override
    public void close() {
        bury();
        client.close();
        sandbox.close();
    }
}
