package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Informers;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.device.DeviceGrant;
import io.fairlead.sandbox.node.dra.ClaimRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A machine on paper: a container runtime that runs nothing, and a kubelet that can be killed and started again. */
public final class SimulatedNode implements AutoCloseable {
    private final KubernetesClient client;
    private final NodeOptions options;
    private final Controller.Settings settings;
    private final NodePods pods;
    private final Events events;
    private final RunningContainers containers = new RunningContainers();
    private final PodRun run;
    // Guarded by this; null while it is dead.
    private @Nullable SimulatedKubelet kubelet;

    private SimulatedNode(
            KubernetesClient client, NodeOptions options, Informers informers, Controller.Settings settings) {
        this.client = client;
        this.options = options;
        this.settings = settings;
        this.pods = new NodePods(informers.of(Pod.class), options.name());
        this.events = new Events(client, "kubelet", options.name(), settings.clock());
        this.run = new PodRun(options.address(), options.podNetwork());
    }

    /** Registers the node and runs its kubelet; the informers must be started already. */
    public static SimulatedNode start(
            KubernetesClient client, NodeOptions options, Informers informers, Controller.Settings settings) {
        SimulatedNode node = new SimulatedNode(client, options, informers, settings);
        node.restart();
        return node;
    }

    public String name() {
        return options.name();
    }

    /** What is {@code /var/lib/kubelet} there: drivers and plugins serve their sockets under it. */
    public Path kubeletRoot() {
        return options.kubeletRoot();
    }

    /** What is {@code /var/run/cdi} there. */
    public Path cdi() {
        return options.cdi();
    }

    /** Kills the kubelet; containers go on, and everything that it has not written down is forgotten. */
    public synchronized void kill() {
        if (kubelet != null) {
            kubelet.close();
            kubelet = null;
        }
    }

    /** Kills the kubelet if it runs, and starts it; its sockets are there when this returns. */
    public synchronized void restart() {
        kill();
        try {
            Files.createDirectories(options.cdi());
            kubelet = new SimulatedKubelet(client, options, pods, containers, run, events, settings);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the kubelet of " + options.name(), e);
        }
    }

    /** What a container sees that runs now; empty when it does not run. */
    public Optional<ContainerView> container(Pod pod, String name) {
        return containers.find(pod.getMetadata().getUid(), name);
    }

    /** The claims that the kubelet has prepared, or may have; none while it is dead. */
    public synchronized List<ClaimRecord> claims() {
        return kubelet == null ? List.of() : kubelet.claims().manager().claims();
    }

    /** What the kubelet has given of plugins' devices; none while it is dead. */
    public synchronized List<DeviceGrant> grants() {
        if (kubelet == null) {
            return List.of();
        }
        kubelet.devices().freeWhatNobodyHas();
        return kubelet.devices().grants();
    }

    /** The drivers that are registered now. */
    public synchronized List<String> drivers() {
        return kubelet == null ? List.of() : kubelet.claims().plugins().names();
    }

    /** Switches the machine off; its Node stays behind. */
    @Override
    public void close() {
        kill();
        events.close();
    }
}
