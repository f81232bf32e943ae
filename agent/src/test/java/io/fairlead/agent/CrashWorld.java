package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster with one simulated node: its machine and its kubelet live on while its agent dies again and again. */
final class CrashWorld implements AutoCloseable {
    /** What pods can ask for: a device class and a claim template of this name, and the devices that they choose from. */
    static final Map<String, String> KINDS = Map.of(
            "function", "device.attributes['pci.fairlead.io'].type == 'function'",
            "card", "device.attributes['pci.fairlead.io'].type == 'card'",
            "virtual", "device.attributes['pci.fairlead.io'].type == 'vf'",
            "mediated", "device.attributes['pci.fairlead.io'].type == 'mdev'");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> FUNCTIONS = List.of(
            TestingMachine.GPU,
            TestingMachine.AUDIO,
            TestingMachine.MAKER,
            TestingMachine.VIRTUAL,
            TestingMachine.OTHER_VIRTUAL,
            TestingMachine.OWN);

    private final Path root;
    private final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    private final SimulatedKernel kernel = SimulatedKernel.of(TestingMachine.tree(), Duration.ofMillis(500));
    private final Map<String, String> driversAtFirst;
    private @Nullable Agent agent;
    private @Nullable KubernetesClient agentClient;
    private Life life = Life.withoutEnd();

    final SimulatedNode node;
    final KubernetesClient client = sandbox.client();

    CrashWorld(Path root) throws Exception {
        this.root = root;
        this.node = sandbox.addNode(NodeOptions.in(root.resolve("n"), 1));
        this.driversAtFirst = drivers();
        KINDS.forEach(this::createKind);
    }

    private void createKind(String name, String selector) {
        client.resource(new DeviceClassBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .addNewSelector()
                        .withNewCel("device.driver == '" + PciDriver.NAME + "' && " + selector)
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
        client.resource(new ResourceClaimTemplateBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withNewSpec()
                        .withNewDevices()
                        .addNewRequest()
                        .withName("device")
                        .withNewExactly()
                        .withDeviceClassName(name)
                        .withAllocationMode("ExactCount")
                        .withCount(1L)
                        .endExactly()
                        .endRequest()
                        .endDevices()
                        .endSpec()
                        .endSpec()
                        .build())
                .create();
    }

    /** A new process: it knows what is in files, in the kernel and in the cluster, and nothing else. May die at once. */
    void begin(Life next) throws IOException {
        life = next;
        agentClient = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(sandbox.server().url().toString())
                        .withNamespace("default")
                        .withOnlyHttpWatches(true)
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("life", next.api()))
                .build();
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

    boolean agentIsDead() {
        return life.isDead();
    }

    int writes() {
        return life.writes();
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

    Pod create(String name, String kind) {
        return client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .addNewResourceClaim()
                        .withName("device")
                        .withResourceClaimTemplateName(kind)
                        .endResourceClaim()
                        .addNewContainer()
                        .withName("main")
                        .withImage("registry.invalid/main")
                        .withNewResources()
                        .addNewClaim("device", null)
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    void delete(String pod, boolean force) {
        if (force) {
            client.pods()
                    .inNamespace("default")
                    .withName(pod)
                    .withGracePeriod(0)
                    .delete();
        } else {
            client.pods().inNamespace("default").withName(pod).delete();
        }
    }

    List<Pod> pods() {
        return client.pods().inNamespace("default").list().getItems();
    }

    boolean isRunning(String pod) {
        Pod found = client.pods().inNamespace("default").withName(pod).get();
        return found != null && "Running".equals(found.getStatus().getPhase());
    }

    boolean isGone(String pod) {
        return client.pods().inNamespace("default").withName(pod).get() == null;
    }

    /** At any moment: no device node is in two running pods, and what a running pod was given is with vfio-pci. */
    void checkHeldOnce() throws Exception {
        Map<String, String> holders = new TreeMap<>();
        for (Pod pod : pods()) {
            for (ContainerView.DeviceNode device : node.container(pod, "main").stream()
                    .flatMap(view -> view.devices().stream())
                    .filter(found -> !found.path().equals("/dev/vfio/vfio"))
                    .toList()) {
                String before = holders.put(device.path(), pod.getMetadata().getName());
                assertThat(before).as("%s is held twice", device.path()).isNull();
            }
            for (String address : node.container(pod, "main").stream()
                    .flatMap(view -> view.env().entrySet().stream())
                    .filter(variable -> variable.getKey().contains("PCI_RESOURCE_")
                            && !variable.getKey().startsWith("MDEV"))
                    .flatMap(variable -> Stream.of(variable.getValue().split(",")))
                    .toList()) {
                assertThat(driver(address))
                        .as("%s of running pod %s", address, pod.getMetadata().getName())
                        .isEqualTo("vfio-pci");
            }
        }
    }

    /** When nobody has anything: no pod, no claim, no holding, no file, every function with its own driver. */
    void checkNothingIsLeft() throws Exception {
        eventually(
                "claims",
                () -> client.resources(ResourceClaim.class)
                        .inNamespace("default")
                        .list()
                        .getItems()
                        .isEmpty());
        eventually("claims of the kubelet", () -> node.claims().isEmpty());
        eventually(
                "holdings",
                () -> Ledger.peek(new DurableFiles(), root.resolve("state"))
                        .orElseThrow()
                        .holdings()
                        .isEmpty());
        assertThat(drivers()).isEqualTo(driversAtFirst);
        assertThat(new Sysfs(kernel.root()).names(Sysfs.MDEV_DEVICES)).isEmpty();
        assertThat(node.cdi()).isEmptyDirectory();
        Path metadata = node.kubeletRoot().resolve("plugins/" + PciDriver.NAME + "/dra-device-metadata");
        if (Files.exists(metadata)) {
            assertThat(metadata).isEmptyDirectory();
        }
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
        await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(reached);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        pods().forEach(pod -> names.add(pod.getMetadata().getName()));
        return names;
    }

    @Override
    public void close() {
        bury();
        sandbox.close();
    }
}
