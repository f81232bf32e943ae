package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Result;
import io.fairlead.sandbox.node.cdi.CdiFolders;
import io.fairlead.sandbox.node.device.DeviceManager;
import io.fairlead.sandbox.node.device.DeviceRegistration;
import io.fairlead.sandbox.node.dra.DraSide;
import io.fairlead.sandbox.node.plugin.PluginFolder;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One life of a kubelet: from its start to the moment it is killed. What it is to know later is in its files. */
final class SimulatedKubelet implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    /** Pods do not wait for each other while a driver takes its time. */
    private static final int WORKERS = 16;

    private final NodeOptions options;
    private final NodePods pods;
    private final NodeStatus status;
    private final DraSide claims;
    private final DeviceManager devices;
    private final PodLife life;
    private final Controller<Key> podController;
    private final Controller<Key> nodeController;
    private final UnixServer podResources;
    private final DeviceRegistration deviceRegistration;
    private final PluginFolder plugins;

    SimulatedKubelet(
            KubernetesClient client,
            NodeOptions options,
            NodePods pods,
            RunningContainers containers,
            PodRun run,
            Events events,
            Controller.Settings settings)
            throws IOException {
        this.options = options;
        this.pods = pods;
        KubeletRoot root = new KubeletRoot(options.kubeletRoot());
        root.create();
        Controller.Settings quick = new Controller.Settings(
                WORKERS,
                options.periods().podRetry(),
                Duration.ZERO,
                settings.clock(),
                settings.random(),
                settings.metrics());
        status = new NodeStatus(client, options, settings.clock());
        claims = new DraSide(
                client,
                options.name(),
                root.draCheckpoint(),
                options.periods().forClaims(),
                settings.clock(),
                this::refreshPods);
        devices = new DeviceManager(
                root.deviceCheckpoint(),
                options.periods().pluginGrace(),
                pods::activeUids,
                settings.clock(),
                this::devicesChanged);
        ContainerSetup setup = new ContainerSetup(devices, claims.manager(), new CdiFolders(List.of(options.cdi())));
        life = new PodLife(client, pods, devices, claims, setup, containers, run, events, settings.clock());
        podController = pods.tell(new Controller<>("kubelet-" + options.name(), life, quick));
        nodeController = new Controller<>("node-" + options.name(), this::beat, settings.withWorkers(1));

        life.endLeftBehind(this::accountedFor);
        status.register();
        // Containers end before their claims are given up.
        claims.start(() -> life.endLeftBehind(this::accountedFor));
        podResources = UnixServer.start(
                new SocketPath(root.podResourcesSocket()),
                List.of(new PodResourcesService(pods::active, devices, claims.manager())));
        deviceRegistration = DeviceRegistration.start(root.devicePlugins(), devices);
        nodeController.start();
        nodeController.enqueue(Key.clusterScoped(options.name()));
        podController.start();
        plugins = new PluginFolder(
                root.pluginsRegistry(),
                Map.of("DRAPlugin", claims.plugins(), "DevicePlugin", deviceRegistration),
                root::locate,
                options.periods().look());
    }

    DraSide claims() {
        return claims;
    }

    DeviceManager devices() {
        return devices;
    }

    private Set<String> accountedFor() {
        Set<String> uids = new HashSet<>(life.handled());
        uids.addAll(pods.activeUids());
        return uids;
    }

    private Result beat(Key node) {
        status.renewLease();
        status.report(devices.amounts());
        Duration grace = options.periods().pluginGrace();
        return Result.again(grace.compareTo(HEARTBEAT) < 0 ? grace : HEARTBEAT);
    }

    private void devicesChanged() {
        nodeController.enqueue(Key.clusterScoped(options.name()));
        refreshPods();
    }

    private void refreshPods() {
        life.keys().forEach(podController::enqueue);
    }

    /** Ends at once, as by {@code kill -9}: nothing is said, nothing is tidied up, containers go on. */
    @Override
    public void close() {
        life.kill();
        plugins.close();
        podController.close();
        nodeController.close();
        claims.close();
        devices.close();
        deviceRegistration.close();
        podResources.abandon();
    }
}
