package io.fairlead.agent;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.dra.DraDoor;
import io.fairlead.agent.harvester.Harvester;
import io.fairlead.agent.harvester.HarvesterOptions;
import io.fairlead.agent.harvester.Plugins;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Periods;
import io.fairlead.agent.plugin.PluginDoor;
import io.fairlead.agent.plugin.PluginDoorOptions;
import io.fairlead.agent.plugin.Pods;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.host.PciAddress;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.ReconcileMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Device plugins for what PCIDeviceClaims ask for. A cluster may have no such objects, or get them later: the door opens when
 * it knows them. One that has them no more wants nothing, so what was taken for them goes back when no pod has it. The first
 * door never waits for this one.
 */
final class SecondDoor implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SecondDoor.class);
    private static final List<Class<? extends HasMetadata>> OBJECTS =
            List.of(PciDevice.class, PciDeviceClaim.class, SriovNetworkDevice.class);

    private final AgentOptions options;
    private final Custody custody;
    private final DraDoor first;
    private final FunctionNames names;
    private final ReconcileMetrics metrics;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicReference<@Nullable Harvester> harvester = new AtomicReference<>();
    // These two belong to whoever has set begun.
    private @Nullable PluginDoor door;
    private @Nullable Instant unknownSince;
    // Guarded by this.
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private boolean closed;

    /** @param first told to let go of what is claimed, and to look again at what is not */
    SecondDoor(AgentOptions options, Custody custody, DraDoor first, FunctionNames names, ReconcileMetrics metrics) {
        this.options = options;
        this.custody = custody;
        this.first = first;
        this.names = names;
        this.metrics = metrics;
    }

    /** Opens it, if it is not open yet and the cluster has what it needs. Returns at once. */
    void look() {
        if (begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("second-door").start(this::open);
        }
    }

    private void open() {
        try {
            boolean known = OBJECTS.stream().allMatch(options.client()::supports);
            if (known || isLeftAlone()) {
                PluginDoor opened = door == null ? openDoor() : door;
                door = opened;
                if (known) {
                    harvester.set(keep(Harvester.start(harvesterOptions(), plugins(opened))));
                    log.info("PCIDeviceClaims of this node are served");
                    return;
                }
                log.warn("this cluster has no PCIDeviceClaims any more; what was taken for them goes back");
                opened.want(Wanted.of(List.of()));
            }
            begun.set(false);
        } catch (RuntimeException e) {
            dropAfter(e);
        }
    }

    /** Whether an earlier agent took something for claims that this cluster has not known for a while. */
    private boolean isLeftAlone() {
        boolean holds = custody.ledger().state().holdings().values().stream()
                .anyMatch(holding -> holding.door() == Door.PLUGIN);
        if (!holds) {
            unknownSince = null;
            return false;
        }
        Instant now = options.clock().instant();
        unknownSince = unknownSince == null ? now : unknownSince;
        return Duration.between(unknownSince, now).compareTo(options.claimGrace()) >= 0;
    }

    private PluginDoor openDoor() {
        KubernetesClient client = options.client();
        Informers informers = keep(new Informers(client));
        var pods = informers.of(client.pods().inAnyNamespace().withField("spec.nodeName", options.node()));
        informers.start();
        return keep(PluginDoor.start(
                new PluginDoorOptions(
                        options.kernel(),
                        custody,
                        options.kubelet(),
                        names,
                        options.devicesOnNode(),
                        first::leave,
                        options.clock(),
                        Periods.standard()),
                changed -> Pods.of(pods, changed),
                this::claimsChanged));
    }

    private HarvesterOptions harvesterOptions() {
        return new HarvesterOptions(
                options.node(),
                options.kernel(),
                custody.ledger(),
                options.client(),
                names,
                options.clock(),
                HarvesterOptions.LOOK,
                metrics);
    }

    private static Plugins plugins(PluginDoor door) {
        return new Plugins() {
            @Override
            public void want(Wanted all) {
                door.want(all);
            }

            @Override
            public ClaimState state(String claim, PciAddress function) {
                return door.state(claim, function);
            }
        };
    }

    private void claimsChanged() {
        Thread.ofVirtual().name("first-door-looks").start(first::refresh);
        Harvester open = harvester.get();
        if (open != null) {
            open.claimsChanged();
        }
    }

    private synchronized <T extends AutoCloseable> T keep(T part) {
        if (closed) {
            close(new ArrayDeque<>(List.of(part)));
            throw new IllegalStateException("the agent has been stopped");
        }
        parts.push(part);
        return part;
    }

    private synchronized void dropAfter(RuntimeException failure) {
        if (!closed) {
            log.warn("PCIDeviceClaims cannot be served yet: {}; tried again", failure.toString());
            close(parts);
            door = null;
            begun.set(false);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        begun.set(true);
        close(parts);
    }

    private static void close(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                log.warn("stopping: {}", e.toString());
            }
        }
    }
}
