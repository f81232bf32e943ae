package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second door: what is claimed leaves the host through the kubelet's device plugins.
 *
 * <p>Level-triggered: it is told all that is wanted whenever that changes, and works until the node is like that. Until it
 * is told for the first time it takes nothing and gives nothing back.
 */
public final class PluginDoor implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PluginDoor.class);

    private final PluginDoorOptions options;
    private final KubeletView kubelet;
    private final UnitKeeper keeper;
    private final HolderWatch holders;
    private final PluginServers servers;
    private final Runnable changed;
    private final Kernel.Watch watch;
    private final Alarm alarm;
    private final Thread worker;

    private volatile @Nullable Wanted wanted;
    // Written by the worker only.
    private volatile Shown shown = new Shown(null, Catalog.empty());

    /** A catalog, and what it was made for. */
    private record Shown(@Nullable Wanted wanted, Catalog catalog) {}

    private PluginDoor(PluginDoorOptions options, Function<Runnable, Pods> pods, Runnable changed) {
        this.options = options;
        this.changed = changed;
        this.alarm = new Alarm(options.clock());
        this.kubelet = KubeletView.of(options.kubelet());
        Movements movements = new Movements(options.kernel(), options.custody());
        this.keeper = new UnitKeeper(options, movements);
        this.holders = new HolderWatch(
                options.custody().ledger(),
                kubelet,
                pods.apply(
                        () -> alarm.within(Alarm.Task.HOLDERS, options.periods().settle())),
                movements,
                options.clock(),
                options.periods());
        Starts starts = new Starts(
                options.kernel(), options.custody().ledger(), kubelet, movements, options.clock(), options.periods());
        DoorParts parts = new DoorParts(options, new DeviceNodes(options.kernel()), starts);
        this.servers = new PluginServers(
                options.kubelet(),
                resource -> new ResourcePlugin(
                        resource,
                        () -> shown.catalog(),
                        parts,
                        () -> alarm.within(Alarm.Task.HOLDERS, options.periods().settle())));
        this.watch = options.kernel().watch(() -> alarm.within(Alarm.Task.HOST, Duration.ZERO));
        this.worker = Thread.ofVirtual().name("plugin door").unstarted(this::work);
    }

    /**
     * Opens the door.
     *
     * @param pods makes the view of the node's pods, given what to call when one changes
     * @param changed called after a claim's state may have changed; must not block
     */
    public static PluginDoor start(PluginDoorOptions options, Function<Runnable, Pods> pods, Runnable changed) {
        PluginDoor door = new PluginDoor(options, pods, changed);
        door.worker.start();
        return door;
    }

    /** Replaces all that is wanted. */
    public void want(Wanted all) {
        if (!all.equals(wanted)) {
            wanted = all;
            alarm.within(Alarm.Task.HOST, Duration.ZERO);
        }
    }

    /** Has everything looked at soon, for example because the other door has closed for a device. */
    public void look() {
        alarm.within(Alarm.Task.HOST, Duration.ZERO);
    }

    /** What has become of a claim, also of one that is not wanted any more. */
    public ClaimState state(String claim, PciAddress function) {
        Shown now = shown;
        if (now.wanted() == null || !now.wanted().equals(wanted)) {
            return new ClaimState.Waiting("it is being looked at");
        }
        ClaimState known = now.catalog().claims().get(claim);
        if (known != null) {
            return known;
        }
        Optional<Holding> holding = options.custody()
                .ledger()
                .state()
                .holdingOf(function)
                .filter(held -> held.door() == Door.PLUGIN)
                .filter(held -> !now.catalog().units().containsKey(held.id()));
        return holding.<ClaimState>map(
                        held -> new ClaimState.Leaving(holders.reason(held.id()).orElse("the kubelet is being told")))
                .orElseGet(ClaimState.Gone::new);
    }

    /** Running containers keep what they have; the kubelet hands out nothing more. */
    @Override
    public void close() {
        // Not by an interrupt: that would break off a write to the ledger.
        alarm.stop();
        try {
            worker.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        watch.close();
        servers.close();
        kubelet.close();
    }

    private void work() {
        alarm.within(Alarm.Task.HOST, options.periods().look());
        alarm.within(Alarm.Task.HOLDERS, Duration.ZERO);
        try {
            Optional<Alarm.Task> task = alarm.await();
            while (task.isPresent()) {
                switch (task.get()) {
                    case HOST -> lookAtHost();
                    case HOLDERS -> lookAtHolders();
                }
                task = alarm.await();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAtHost() {
        alarm.within(Alarm.Task.HOST, options.periods().look());
        Wanted all = wanted;
        if (all == null) {
            return;
        }
        try {
            show(all, keeper.look(all));
        } catch (RuntimeException e) {
            log.error("looking at the host failed; tried again", e);
        }
        alarm.within(Alarm.Task.HOLDERS, options.periods().settle());
    }

    private void show(Wanted all, Catalog catalog) {
        boolean other = !catalog.equals(shown.catalog()) || !all.equals(shown.wanted());
        shown = new Shown(all, catalog);
        servers.follow(catalog);
        if (other) {
            changed.run();
        }
    }

    private void lookAtHolders() {
        Shown now = shown;
        if (now.wanted() == null) {
            alarm.within(Alarm.Task.HOLDERS, options.periods().look());
            return;
        }
        try {
            HolderWatch.Outcome outcome = holders.look(now.catalog());
            alarm.within(Alarm.Task.HOLDERS, outcome.next());
            if (outcome.changed()) {
                alarm.within(Alarm.Task.HOST, Duration.ZERO);
            }
        } catch (RuntimeException e) {
            log.error("looking at who has what failed; tried again", e);
            alarm.within(Alarm.Task.HOLDERS, options.periods().apart());
        }
    }
}
