package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Result;
import java.time.Duration;
import java.util.List;

/**
 * The part of the agent that Harvester's users know. Level-triggered: whatever changes, in the cluster or in the machine,
 * has the parts that it concerns looked at as a whole, each by one thread at a time.
 */
public final class Harvester implements AutoCloseable {
    private static final Duration SOON = Duration.ofMillis(200);
    private static final String COMPONENT = "fairlead-agent";

    private final HarvesterOptions options;
    private final Informers informers;
    private final Events events;
    private final Cluster cluster;
    private final Discovery discovery;
    private final Claims claims;
    private final PermittedDevices permitted;
    private final NetworkDevices networkDevices;
    private final Controller<Part> controller;
    private final Kernel.Watch watch;

    /** What there is to keep. */
    private enum Part {
        DEVICES,
        CLAIMS,
        PERMITTED,
        NETWORK_DEVICES
    }

    private Harvester(HarvesterOptions options, Plugins plugins) {
        this.options = options;
        this.informers = new Informers(options.client());
        this.events = new Events(options.client(), COMPONENT, options.node(), options.clock());
        this.cluster = new Cluster(informers);
        Statuses statuses = new Statuses(options.client(), options.clock());
        this.discovery = new Discovery(options, cluster, statuses, events);
        this.claims = new Claims(options, cluster, plugins, statuses, events);
        this.permitted = new PermittedDevices(options.client(), cluster);
        this.networkDevices = new NetworkDevices(options, cluster, statuses, events);
        this.controller = new Controller<>(
                "harvester",
                this::reconcile,
                Controller.Settings.standard(options.metrics()).withWorkers(Part.values().length));
        on(cluster.nodes, Part.DEVICES, Part.NETWORK_DEVICES, Part.CLAIMS);
        on(cluster.devices, Part.DEVICES, Part.CLAIMS, Part.PERMITTED);
        on(cluster.claims, Part.CLAIMS, Part.DEVICES, Part.PERMITTED, Part.NETWORK_DEVICES);
        on(cluster.networkDevices, Part.NETWORK_DEVICES);
        this.watch = options.kernel().watch(this::look);
    }

    /** Begins to keep everything true. */
    public static Harvester start(HarvesterOptions options, Plugins plugins) {
        Harvester harvester = new Harvester(options, plugins);
        harvester.informers.start();
        // Before the first wish: without its list, cards that go whole would be offered function by function for a
        // moment.
        harvester.followKubeVirt();
        harvester.controller.start();
        harvester.look();
        return harvester;
    }

    /** Has everything looked at: the machine has changed. */
    public void look() {
        List.of(Part.values()).forEach(controller::enqueue);
    }

    /** Has the claims looked at: the door has something new to say about one. */
    public void claimsChanged() {
        controller.enqueue(Part.CLAIMS);
        controller.enqueue(Part.NETWORK_DEVICES);
    }

    @Override
    public void close() {
        watch.close();
        controller.close();
        informers.close();
        events.close();
    }

    private Result reconcile(Part part) {
        switch (part) {
            case DEVICES -> discovery.reconcile();
            case CLAIMS -> claims.reconcile();
            case PERMITTED -> {
                followKubeVirt();
                if (!permitted.reconcile()) {
                    return Result.again(SOON);
                }
            }
            case NETWORK_DEVICES -> networkDevices.reconcile();
        }
        return Result.again(options.look());
    }

    private void followKubeVirt() {
        cluster.followKubeVirt(options.client()).ifPresent(found -> on(found, Part.CLAIMS, Part.PERMITTED));
    }

    private <T extends HasMetadata> void on(SharedIndexInformer<T> informer, Part... parts) {
        controller.on(informer, _ -> List.of(parts));
    }
}
