package io.fairlead.testbed.agent;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.dra.DurableFiles;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingHost;
import io.fairlead.host.simulated.KernelServer;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What an agent costs on a node with 200 functions that need no bind: time of the first GetInfo, resident memory, time until
 * a function that was unplugged or plugged in is seen in the cluster, time of prepare and unprepare, growth over claims.
 *
 * <p>Two lines are for comparison, from the same run: {@code disk}, two writes as the ledger makes them; and {@code calls},
 * a call that does nothing followed by a read of a claim, which is what any driver pays on this machine.
 *
 * <p>The first claims come in a line of their own: an agent that was just started has compiled little of its code yet. The
 * cluster is warm before that, as it is everywhere; it is in this process, which therefore collects no garbage while it
 * measures and does without the optimising compiler, which would take the processors from the agent.
 *
 * <p>The argument is the number of claims (1000). Run it from the folder of this module:
 *
 * <pre>
 * ../mvnw -f .. -q -pl testbed -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath &amp;&amp;
 *   java -XX:+UseSerialGC -Xms3g -Xmx3g -Xmn2g -XX:TieredStopAtLevel=1 -cp "target/test-classes:target/classes:$(cat target/classpath)" io.fairlead.testbed.agent.AgentBenchmark
 * </pre>
 */
public final class AgentBenchmark {
    private static final int FUNCTIONS = 200;
    private static final int PLUGS = 20;
    private static final int FIRST = 300;
    private static final int WARM = 1000;

    private AgentBenchmark() {}

    public static void main(String[] args) throws Exception {
        int claims = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        Path host = Files.createTempDirectory("agent");
        Path kubelet = host.resolve("kubelet");
        SimulatedKernel kernel =
                SimulatedKernel.in(host.resolve("root"), machine().root());
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
                KernelServer _ = KernelServer.start(kernel, host.resolve("root"), host.resolve("kernel.sock"))) {
            sandbox.client()
                    .resource(new NodeBuilder()
                            .withNewMetadata()
                            .withName("node")
                            .endMetadata()
                            .build())
                    .create();
            Files.writeString(host.resolve("kubeconfig"), sandbox.kubeconfig());
            for (int i = 0; i < WARM; i++) {
                sandbox.client().resource(claim(sandbox.client(), i)).delete();
            }
            Files.writeString(host.resolve("rules.yaml"), "offers: [{match: {vendors: ['8086']}}]\n");
            long began = System.nanoTime();
            try (AgentProcess agent = AgentProcess.start(
                    "node", host.resolve("kubeconfig"), KubeletFolder.at(kubelet), host.resolve("cdi"), host)) {
                Path registration = kubelet.resolve("plugins_registry/" + PciDriver.NAME + "-reg.sock");
                while (!Files.exists(registration)) {
                    if (!agent.isAlive()) {
                        throw new IllegalStateException(Files.readString(host.resolve("agent.log")));
                    }
                    Thread.sleep(1);
                }
                System.out.printf("registration socket after        %6d ms%n", (System.nanoTime() - began) / 1_000_000);
                // The first call of this process pays for its own classes; what it asks does not matter.
                long _ = getInfo(kubelet.resolve("plugins/" + PciDriver.NAME + "/dra.sock"));
                System.out.printf("GetInfo, with connecting         %6d ms%n", getInfo(registration));
                System.out.printf("resident after start             %6d KiB%n", resident(agent.pid()));
                hotPlug(sandbox.client(), kernel);
                measure(sandbox.client(), kubelet, agent, claims);
                print("disk", forcedWrites(host.resolve("ledger-of-nobody"), claims));
            }
        }
    }

    private static TestingHost machine() {
        TestingHost host = TestingHost.empty();
        for (int i = 0; i < FUNCTIONS; i++) {
            host.function("0000:%02x:%02x.0".formatted(1 + i / 32, i % 32))
                    .id(new PciId(0x8086, 0x1572))
                    .type(0x020000)
                    .driver("vfio-pci")
                    .group(i + 1);
        }
        return host;
    }

    private static long getInfo(Path socket) {
        long start = System.nanoTime();
        try (UnixChannel channel = UnixChannel.to(new SocketPath(socket))) {
            RegistrationGrpc.newBlockingStub(channel.channel()).getInfo(InfoRequest.getDefaultInstance());
        }
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static void hotPlug(KubernetesClient client, SimulatedKernel kernel) throws Exception {
        PciAddress function = PciAddress.parse("0000:01:00.0");
        long[] gone = new long[PLUGS];
        long[] back = new long[PLUGS];
        awaitPublished(client, true);
        for (int i = 0; i < PLUGS; i++) {
            long start = System.nanoTime();
            kernel.unplug(function);
            awaitPublished(client, false);
            gone[i] = System.nanoTime() - start;
            start = System.nanoTime();
            kernel.plug(function);
            awaitPublished(client, true);
            back[i] = System.nanoTime() - start;
        }
        print("unplugged", gone);
        print("plugged", back);
    }

    private static void awaitPublished(KubernetesClient client, boolean wanted) throws InterruptedException {
        while (AgentNode.devices(client, "node").contains("pci-0000-01-00-0") != wanted) {
            Thread.sleep(5);
        }
    }

    private static void measure(KubernetesClient client, Path kubelet, AgentProcess agent, int claims)
            throws Exception {
        long[] prepare = new long[FIRST + claims];
        long[] unprepare = new long[FIRST + claims];
        long[] calls = new long[FIRST + claims];
        long most = 0;
        try (UnixChannel channel =
                UnixChannel.to(new SocketPath(kubelet.resolve("plugins/" + PciDriver.NAME + "/dra.sock")))) {
            DRAPluginGrpc.DRAPluginBlockingStub stub = DRAPluginGrpc.newBlockingStub(channel.channel());
            for (int i = 0; i < FIRST + claims; i++) {
                ResourceClaim object = claim(client, i);
                Claim claim = Claim.newBuilder()
                        .setNamespace("default")
                        .setName(object.getMetadata().getName())
                        .setUid(object.getMetadata().getUid())
                        .build();
                long start = System.nanoTime();
                String error = stub.nodePrepareResources(NodePrepareResourcesRequest.newBuilder()
                                .addClaims(claim)
                                .build())
                        .getClaimsOrThrow(claim.getUid())
                        .getError();
                prepare[i] = System.nanoTime() - start;
                if (!error.isEmpty()) {
                    throw new IllegalStateException(error);
                }
                awaitTold(client, object);
                start = System.nanoTime();
                stub.nodeUnprepareResources(NodeUnprepareResourcesRequest.newBuilder()
                        .addClaims(claim)
                        .build());
                unprepare[i] = System.nanoTime() - start;
                start = System.nanoTime();
                stub.nodePrepareResources(NodePrepareResourcesRequest.getDefaultInstance());
                client.resource(object).get();
                calls[i] = System.nanoTime() - start;
                client.resource(object).delete();
                most = Math.max(most, resident(agent.pid()));
                if (i == FIRST - 1 || i == FIRST + claims - 1) {
                    System.out.printf("resident after %5d claims      %6d KiB%n", i + 1, resident(agent.pid()));
                }
            }
        }
        System.out.printf("resident at most, after a claim  %6d KiB%n", most);
        print("prepare, first " + FIRST, Arrays.copyOf(prepare, FIRST));
        print("prepare", Arrays.copyOfRange(prepare, FIRST, prepare.length));
        print("unprepare", Arrays.copyOfRange(unprepare, FIRST, unprepare.length));
        print("calls", Arrays.copyOfRange(calls, FIRST, calls.length));
    }

    /** The claim's status comes after the answer; while a pod starts, nobody unprepares. */
    private static void awaitTold(KubernetesClient client, ResourceClaim claim) throws InterruptedException {
        while (client.resource(claim).get().getStatus().getDevices().isEmpty()) {
            Thread.sleep(20);
        }
    }

    /** What the disk alone takes of a prepare: it waits for two writes of the ledger. */
    private static long[] forcedWrites(Path file, int count) throws Exception {
        FileStore files = new DurableFiles();
        byte[] content = new byte[4096];
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            files.write(file, content);
            files.write(file, content);
            nanos[i] = System.nanoTime() - start;
        }
        return nanos;
    }

    private static ResourceClaim claim(KubernetesClient client, int number) {
        // Not the first, which was unplugged: no driver has it any more, so it would need a bind.
        int function = 1 + number % (FUNCTIONS - 1);
        ResourceClaim created = client.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("claim-" + number)
                        .endMetadata()
                        .withNewSpec()
                        .withNewDevices()
                        .addNewRequest()
                        .withName("nic")
                        .withNewExactly()
                        .withDeviceClassName("any")
                        .endExactly()
                        .endRequest()
                        .endDevices()
                        .endSpec()
                        .build())
                .create();
        return client.resource(created.edit()
                        .withNewStatus()
                        .withNewAllocation()
                        .withNewDevices()
                        .addNewResult()
                        .withRequest("nic")
                        .withDriver(PciDriver.NAME)
                        .withPool("node")
                        .withDevice("pci-0000-%02x-%02x-0".formatted(1 + function / 32, function % 32))
                        .endResult()
                        .endDevices()
                        .endAllocation()
                        .endStatus()
                        .build())
                .updateStatus();
    }

    private static void print(String what, long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        System.out.printf(
                "%-18s p50 / p99 / max %6.1f / %.1f / %.1f ms%n",
                what,
                sorted[sorted.length / 2] / 1e6,
                sorted[(int) (sorted.length * 0.99)] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }

    private static long resident(long pid) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
        return lines.stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}
