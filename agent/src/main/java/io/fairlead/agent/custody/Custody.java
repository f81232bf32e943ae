package io.fairlead.agent.custody;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes devices from the host and gives them back, for both doors. Intent comes before action: what a holding needs is in
 * the ledger before the kernel hears of it, and leaves the ledger after the kernel has done it.
 *
 * <p>Calls come from any thread; two about the same holding wait for each other.
 */
public final class Custody {
    private static final Logger log = LoggerFactory.getLogger(Custody.class);

    private final Ledger ledger;
    private final Handover handover;
    private final CustodyMetrics metrics;
    private final Map<Door, Traces> traces = Collections.synchronizedMap(new EnumMap<>(Door.class));
    private final Turns turns = new Turns();
    private volatile Consumer<String> unfinished = _ -> {};

    public Custody(Ledger ledger, Kernel kernel, CustodyMetrics metrics) {
        this.ledger = ledger;
        this.handover = new Handover(kernel);
        this.metrics = metrics;
    }

    /** What is to be taken, once it is known which driver each function has. */
    public interface Intent {
        Holding with(Function<PciAddress, Optional<String>> drivers);
    }

    /** Makes the files that a holder needs beside the devices, and answers what the holder is told. */
    public interface Description {
        List<GivenDevice> write(Holding holding) throws IOException, KernelException;
    }

    /** What a door leaves behind for its holders outside the ledger and the kernel. */
    public interface Traces {
        /** Removes it, from what the ledger knows alone; called again until it succeeds. */
        void remove(Holding holding) throws IOException;
    }

    /** Says what goes when a holding of a door goes back. */
    public void traces(Door door, Traces removal) {
        traces.put(door, removal);
    }

    /** {@code listener} hears the id of every holding that should be back with the host and is not. */
    void whenUnfinished(Consumer<String> listener) {
        unfinished = listener;
    }

    public Ledger ledger() {
        return ledger;
    }

    /**
     * Takes what is intended, or goes on with what was begun. When it fails, what was taken is given back; if that fails
     * too, it is tried again later.
     *
     * @throws RefusedException if a rule of the ledger is against it; nothing was touched
     * @throws KernelException if the kernel is; nothing is left half done
     */
    public Holding take(Holding intent, Description description) throws RefusedException, KernelException, IOException {
        return take(intent.id(), state -> state.take(intent), description);
    }

    /** The same, for who does not know the drivers yet. */
    public Holding take(Intent intent, Description description) throws RefusedException, KernelException, IOException {
        Holding bare = intent.with(_ -> Optional.empty());
        return take(bare.id(), state -> state.take(known(state, intent, bare)), description);
    }

    /**
     * Read while the ledger stands still: as long as anybody has a function, or has just given it back, its driver is not
     * the host's.
     */
    private Holding known(LedgerState state, Intent intent, Holding bare) throws RefusedException {
        LedgerState _ = state.take(bare);
        if (state.holding(bare.id()).isPresent()) {
            return bare;
        }
        try {
            Map<PciAddress, Optional<String>> drivers = handover.drivers(bare);
            return intent.with(function -> drivers.getOrDefault(function, Optional.empty()));
        } catch (KernelException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }

    private Holding take(String id, Ledger.Transition transition, Description description)
            throws RefusedException, KernelException, IOException {
        try (Turns.Ended _ = turns.await(id)) {
            Holding begun = ledger.change(transition).holding(id).orElseThrow();
            try {
                return makeReady(begun, description);
            } catch (KernelException | IOException | RuntimeException e) {
                if (begun.stage() == Stage.TAKING) {
                    undo(begun.id(), e);
                }
                throw e;
            }
        }
    }

    private Holding makeReady(Holding begun, Description description)
            throws RefusedException, KernelException, IOException {
        if (begun.stage() == Stage.TAKING || !isWhole(begun)) {
            metrics.bound(() -> handover.take(begun));
        }
        List<GivenDevice> given = description.write(begun);
        return ledger.change(state -> state.taken(begun.id(), given))
                .holding(begun.id())
                .orElseThrow();
    }

    /**
     * Makes what somebody holds whole again: the host took it back, or its files are gone. Nothing happens to what is not
     * held any more.
     *
     * @throws KernelException if it is in use as it is, or cannot be had
     */
    public void restore(String id, Description description) throws RefusedException, KernelException, IOException {
        try (Turns.Ended _ = turns.await(id)) {
            Optional<Holding> held = ledger.state().holding(id).filter(found -> found.stage() == Stage.HELD);
            if (held.isPresent()) {
                makeReady(held.get(), description);
            }
        }
    }

    /** What the kernel did not come back from is left for later: it would only wait again. */
    private void undo(String id, Exception because) {
        try {
            ledger.change(state -> state.giveBack(id));
            if (because instanceof KernelException e && e.reason() == KernelException.Reason.STUCK) {
                unfinished.accept(id);
            } else {
                finishReturn(id);
            }
        } catch (RefusedException | KernelException | IOException | RuntimeException e) {
            unfinished.accept(id);
            log.warn("{} could not be taken, and is not back with the host yet: {}", id, e.getMessage());
            because.addSuppressed(e);
        }
    }

    /** What somebody else took away from a holder is taken again, unless it is in use after all. */
    private boolean isWhole(Holding held) throws KernelException {
        try {
            handover.verify(held);
            return true;
        } catch (KernelException e) {
            log.warn("{} is not as it was handed over, and is taken again: {}", held.id(), e.getMessage());
            handover.checkIdle(held);
            return false;
        }
    }

    /** Sees that what is held is still as it was handed over. */
    public void verify(Holding holding) throws KernelException {
        handover.verify(holding);
    }

    /**
     * Gives everything back that was taken; what was never taken is fine. When it fails, the ledger keeps that it has to
     * be done, and {@link Returns} tries again.
     *
     * @throws RefusedException while a container uses it through a device plugin
     */
    public void giveBack(String id) throws RefusedException, KernelException, IOException {
        giveBackIf(id, () -> true);
    }

    /**
     * The same, if the condition holds when nobody else works on the holding: whoever takes it again waits until this is
     * over, and what was taken again before is known to the condition.
     *
     * @return whether the condition held
     */
    public boolean giveBackIf(String id, BooleanSupplier condition)
            throws RefusedException, KernelException, IOException {
        try (Turns.Ended _ = turns.await(id)) {
            if (!condition.getAsBoolean()) {
                return false;
            }
            ledger.change(state -> state.giveBack(id));
            try {
                finishReturn(id);
                return true;
            } catch (RefusedException | KernelException | IOException | RuntimeException e) {
                unfinished.accept(id);
                throw e;
            }
        }
    }

    /** Another try at a return that was begun. */
    void retryReturn(String id) throws RefusedException, KernelException, IOException {
        try (Turns.Ended _ = turns.await(id)) {
            finishReturn(id);
        }
    }

    private void finishReturn(String id) throws RefusedException, KernelException, IOException {
        Optional<Holding> holding = ledger.state().holding(id).filter(found -> found.stage() == Stage.RETURNING);
        if (holding.isEmpty()) {
            return;
        }
        metrics.returned(() -> handover.giveBack(holding.get()));
        Traces removal = traces.get(holding.get().door());
        if (removal != null) {
            removal.remove(holding.get());
        }
        ledger.change(state -> state.returned(id));
    }
}
