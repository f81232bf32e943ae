package io.fairlead.agent;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.custody.CustodyMetrics;
import io.fairlead.agent.custody.Returns;
import io.fairlead.agent.dra.ClaimSweep;
import io.fairlead.agent.dra.DraDoor;
import io.fairlead.agent.dra.DraDoorOptions;
import io.fairlead.agent.dra.Joiners;
import io.fairlead.agent.dra.LostLedger;
import io.fairlead.agent.harvester.LostUnits;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.LedgerUnusableException;
import io.fairlead.agent.ledger.Recovery;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.ReconcileMetrics;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of one node: finishes what an earlier one left, then serves the kubelet and follows the machine until it is
 * closed. Closing leaves every holder what it has. Several agents can live in one process, each with a state of its own.
 */
public final class Agent implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Agent.class);
    private static final String BOOT_ID = "proc/sys/kernel/random/boot_id";

    private final Custody custody;
    private final DraDoor door;
    private final HostWatch watch;
    private final Deque<AutoCloseable> parts;

    private Agent(Custody custody, DraDoor door, HostWatch watch, Deque<AutoCloseable> parts) {
        this.custody = custody;
        this.door = door;
        this.watch = watch;
        this.parts = parts;
    }

    /**
     * Returns when the kubelet may call.
     *
     * @throws LedgerUnusableException if another agent works on the node, or a newer one did
     */
    public static Agent start(AgentOptions options) throws IOException {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        try {
            return start(options, parts);
        } catch (IOException | RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    private static Agent start(AgentOptions options, Deque<AutoCloseable> parts) throws IOException {
        Events events = keep(parts, new Events(options.client(), "fairlead-agent", options.node(), options.clock()));
        Ledger ledger = keep(parts, open(options, events));
        Custody custody = new Custody(ledger, options.kernel(), new CustodyMetrics(options.registry(), ledger));
        ReconcileMetrics reconcileMetrics = new ReconcileMetrics(options.registry());
        FunctionNames names = new FunctionNames(options.names());
        DraDoorOptions dra = new DraDoorOptions(
                options.client(),
                options.node(),
                options.kernel(),
                custody,
                options.rules(),
                names,
                options.kubelet(),
                options.cdi(),
                options.devicesOnNode(),
                options.podUid(),
                options.files(),
                options.clock(),
                events,
                options.registry(),
                reconcileMetrics);
        recover(options, dra, ledger, events);
        DraDoor door = keep(parts, DraDoor.start(dra));
        keep(parts, Returns.start(custody, options.clock(), reconcileMetrics, door::returnFailed));
        door.mend();
        ClaimSweep sweep = new ClaimSweep(
                options.client(), options.node(), options.kubelet(), custody, options.clock(), options.claimGrace());
        Joiners joiners = new Joiners(options.client(), ledger::state, events);
        SecondDoor second = keep(parts, new SecondDoor(options, custody, door, names, reconcileMetrics));
        second.look();
        HostWatch watch = keep(parts, HostWatch.start(options.kernel(), options.fullLook(), () -> {
            door.refresh();
            door.mend();
            sweep.look();
            joiners.look();
            second.look();
        }));
        return new Agent(custody, door, watch, parts);
    }

    private static <T extends AutoCloseable> T keep(Deque<AutoCloseable> parts, T part) {
        parts.push(part);
        return part;
    }

    private static Ledger open(AgentOptions options, Events events) throws IOException {
        try {
            return Ledger.open(options.files(), options.state(), bootId(options.kernel()));
        } catch (LedgerUnusableException e) {
            events.warning(node(options), "AgentNotStarted", String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** Makes the ledger fit the world again: it was lost, the machine was started anew, or the last agent died at work. */
    private static void recover(AgentOptions options, DraDoorOptions dra, Ledger ledger, Events events)
            throws IOException {
        switch (ledger.origin()) {
            case Ledger.Origin.Intact _ -> {}
            case Ledger.Origin.Missing _ -> {
                LedgerState found = rebuild(dra, ledger);
                if (!found.holdings().isEmpty()) {
                    tell(options, events, "LedgerMissing", "there was no ledger", found);
                }
            }
            case Ledger.Origin.Damaged(String reason, var kept) ->
                tell(
                        options,
                        events,
                        "LedgerDamaged",
                        "the ledger was damaged (%s) and is kept as %s".formatted(reason, kept),
                        rebuild(dra, ledger));
        }
        String bootId = bootId(options.kernel());
        Recovery recovery = Recovery.plan(ledger.state(), bootId, address -> driver(options.kernel(), address));
        change(ledger, _ -> recovery.state());
        if (!recovery.steps().isEmpty()) {
            log.info("found {} holdings: {}", recovery.steps().size(), recovery.counts());
        }
    }

    private static void tell(AgentOptions options, Events events, String reason, String what, LedgerState found) {
        String words =
                "%s; from the machine, the kubelet, CDI and metadata files and the API %d holdings were found again: check them with fairlead agent status"
                        .formatted(what, found.holdings().size());
        log.error(words);
        events.warning(node(options), reason, words);
    }

    /** What device plugins gave away first: no rule may offer that again as long as it is claimed. */
    private static LedgerState rebuild(DraDoorOptions dra, Ledger ledger) throws IOException {
        LedgerState claimed = LostUnits.add(
                ledger.state(),
                dra.client(),
                dra.node(),
                PciInventory.scan(dra.kernel().root()));
        LedgerState found = LostLedger.rebuild(dra, claimed);
        return change(ledger, _ -> found);
    }

    private static LedgerState change(Ledger ledger, Ledger.Transition transition) throws IOException {
        try {
            return ledger.change(transition);
        } catch (RefusedException e) {
            throw new IllegalStateException("a ledger is replaced, nothing is asked of it", e);
        }
    }

    private static String bootId(Kernel kernel) throws IOException {
        try {
            return new Sysfs(kernel.root()).text(BOOT_ID).orElse("unknown");
        } catch (KernelException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Optional<String> driver(Kernel kernel, PciAddress address) {
        try {
            return new Sysfs(kernel.root()).driver(address);
        } catch (KernelException e) {
            log.warn("the driver of {} cannot be read: {}", address, e.getMessage());
            return Optional.empty();
        }
    }

    private static Node node(AgentOptions options) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(options.node())
                .withUid(options.node())
                .endMetadata()
                .build();
    }

    /** Whether the kubelet knows the agent's driver, and the cluster its devices. */
    public boolean isReady() {
        return door.isReady();
    }

    /** Whether it still follows the machine. */
    public boolean isHealthy() {
        return watch.isAwake();
    }

    /** What the ledger says now. */
    public LedgerState ledger() {
        return custody.ledger().state();
    }

    @Override
    public void close() {
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
