package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Result;
import io.fairlead.reconcile.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** A node that registers itself, keeps its lease alive and runs what is bound to it. */
public final class SimulatedNode implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final int LEASE_SECONDS = 40;
    private static final Map<String, Quantity> CAPACITY =
            Map.of("cpu", new Quantity("8"), "memory", new Quantity("32Gi"), "pods", new Quantity("110"));

    private final KubernetesClient client;
    private final String name;
    private final InstantSource clock;
    private final Events events;
    private final Controller<Key> kubelet;
    private final Controller<Key> heartbeat;

    private SimulatedNode(KubernetesClient client, int index, Informers informers, Controller.Settings settings) {
        this.client = client;
        this.name = "node-" + index;
        this.clock = settings.clock();
        this.events = new Events(client, "kubelet", name, clock);
        SharedIndexInformer<Pod> pods = informers.of(Pod.class);
        SimulatedDriver driver = new SimulatedDriver(name);
        PodRun run = new PodRun("10.0.0." + index, "10." + (index % 255 + 1));
        register(index, driver);
        heartbeat = new Controller<Key>("heartbeat-" + name, this::beat, settings.withWorkers(1)).start();
        heartbeat.enqueue(Key.clusterScoped(name));
        kubelet = new Controller<Key>(
                        "kubelet-" + name, new SimulatedKubelet(client, pods, driver, run, events, clock), settings)
                .on(pods, pod -> name.equals(pod.getSpec().getNodeName()), pod -> List.of(Key.of(pod)))
                .start();
    }

    /** Registers {@code node-<index>} and runs it; the informers must be started already. */
    public static SimulatedNode start(
            KubernetesClient client, int index, Informers informers, Controller.Settings settings) {
        return new SimulatedNode(client, index, informers, settings);
    }

    public String name() {
        return name;
    }

    private void register(int index, SimulatedDriver driver) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "amd64")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
        Node registered = client.resource(node).create();
        client.resource(new NodeBuilder(registered)
                        .withNewStatus()
                        .withCapacity(CAPACITY)
                        .withAllocatable(CAPACITY)
                        .addNewAddress("10.0.0." + index, "InternalIP")
                        .addNewAddress(name, "Hostname")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withReason("SimulatedNodeReady")
                        .withMessage("simulated node takes pods; it runs no containers")
                        .withLastHeartbeatTime(Timestamps.seconds(clock.instant()))
                        .withLastTransitionTime(Timestamps.seconds(clock.instant()))
                        .endCondition()
                        .withNewNodeInfo()
                        .withKubeletVersion("v1.36.3-simulated")
                        .withOperatingSystem("linux")
                        .withArchitecture("amd64")
                        .withContainerRuntimeVersion("simulated://none")
                        .withKernelVersion("none")
                        .withOsImage("none")
                        .withMachineID("")
                        .withSystemUUID("")
                        .withBootID("")
                        .withKubeProxyVersion("")
                        .endNodeInfo()
                        .endStatus()
                        .build())
                .updateStatus();
        client.resource(driver.slice(registered)).create();
    }

    private Result beat(Key node) {
        Instant now = clock.instant();
        Lease found =
                client.leases().inNamespace("kube-node-lease").withName(name).get();
        Lease renewed = (found == null ? new LeaseBuilder() : new LeaseBuilder(found))
                .editOrNewMetadata()
                .withNamespace("kube-node-lease")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(name)
                .withLeaseDurationSeconds(LEASE_SECONDS)
                .withRenewTime(Timestamps.micros(now))
                .endSpec()
                .build();
        if (found == null) {
            client.resource(renewed).create();
        } else {
            client.resource(renewed).update();
        }
        return Result.again(HEARTBEAT);
    }

    /** Lets what runs end; the Node stays behind, as that of a machine that was switched off. */
    @Override
    public void close() {
        kubelet.close();
        heartbeat.close();
        events.close();
    }
}
