package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.plugin.KubeletView.AwayException;
import io.fairlead.agent.plugin.KubeletView.Countable;
import io.fairlead.agent.plugin.Rows.PodName;
import io.fairlead.host.kernel.KernelException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows who has what was handed out, sets free what nobody has any more, and gives back what is not wanted any more.
 * Called by one thread at a time.
 *
 * <p>Everything that is not known counts as held: a kubelet or an API that does not answer, a process that cannot be looked
 * at.
 */
final class HolderWatch {
    private static final Logger log = LoggerFactory.getLogger(HolderWatch.class);

    private final Ledger ledger;
    private final KubeletView kubelet;
    private final Pods pods;
    private final Movements movements;
    private final InstantSource clock;
    private final Periods periods;
    private final Map<String, Absence> absences = new HashMap<>();
    /** When the kubelet was first seen not to count something any more that is to be given back. */
    private final Map<String, Instant> uncounted = new HashMap<>();
    /** Why something is not given back yet; read by other threads. */
    private final Map<String, String> reasons = new ConcurrentHashMap<>();

    HolderWatch(
            Ledger ledger, KubeletView kubelet, Pods pods, Movements movements, InstantSource clock, Periods periods) {
        this.ledger = ledger;
        this.kubelet = kubelet;
        this.pods = pods;
        this.movements = movements;
        this.clock = clock;
        this.periods = periods;
    }

    /**
     * What a look came to.
     *
     * @param next after how long to look again, if nothing happens before
     * @param changed whether something was set free or given back
     */
    record Outcome(Duration next, boolean changed) {}

    /** Why something is not given back yet. */
    Optional<String> reason(String id) {
        return Optional.ofNullable(reasons.get(id));
    }

    Outcome look(Catalog catalog) {
        List<Holding> all = ledger.state().holdings().values().stream()
                .filter(holding -> holding.door() == Door.PLUGIN)
                .toList();
        Set<String> ids = new HashSet<>(all.stream().map(Holding::id).toList());
        absences.keySet().retainAll(ids);
        uncounted.keySet().retainAll(ids);
        reasons.keySet().retainAll(ids);
        if (all.isEmpty()) {
            return new Outcome(periods.look(), false);
        }
        List<Holding> leaving =
                all.stream().filter(holding -> isLeaving(holding, catalog)).toList();
        try {
            Instant began = clock.instant();
            Rows rows = kubelet.list();
            List<Countable> countable = leaving.isEmpty() ? List.of() : kubelet.allocatable();
            boolean changed = false;
            for (Holding holding : all) {
                count(holding, leaving.contains(holding), catalog, countable);
                see(holding, catalog, rows, began);
                changed |= settle(holding, leaving.contains(holding));
            }
            return new Outcome(next(leaving), changed);
        } catch (AwayException away) {
            leaving.forEach(holding -> reasons.put(holding.id(), away.getMessage()));
            return new Outcome(periods.apart(), false);
        }
    }

    private static boolean isLeaving(Holding holding, Catalog catalog) {
        Unit wanted = catalog.units().get(holding.id());
        return holding.stage() == Stage.RETURNING
                || wanted == null
                || !wanted.addresses().equals(holding.addresses());
    }

    /** Something that the kubelet counts can be handed out at any moment. */
    private void count(Holding holding, boolean leaving, Catalog catalog, List<Countable> countable) {
        boolean counted =
                names(holding, catalog).anyMatch(name -> countable.contains(new Countable(name.pool(), name.name())));
        if (!leaving || counted) {
            uncounted.remove(holding.id());
        } else {
            uncounted.putIfAbsent(holding.id(), clock.instant());
        }
        if (!leaving) {
            reasons.remove(holding.id());
        }
    }

    private void see(Holding holding, Catalog catalog, Rows rows, Instant began) {
        Instant since = since(holding);
        if (!began.isAfter(since)) {
            return;
        }
        Optional<GivenDevice> given = names(holding, catalog)
                .filter(name -> !rows.holders(name.pool(), name.name()).isEmpty())
                .findFirst();
        if (given.isPresent()) {
            absences.remove(holding.id());
            note(
                    holding,
                    given.get(),
                    rows.holders(given.get().pool(), given.get().name()).getFirst());
        } else {
            absences.merge(
                    holding.id(),
                    Absence.from(began),
                    (before, now) -> before.first().isAfter(since) ? before.until(began) : now);
        }
    }

    /** All names under which the kubelet may have handed something out, the one that it was last given under in front. */
    private static Stream<GivenDevice> names(Holding holding, Catalog catalog) {
        return Stream.concat(
                        holding.devices().stream(),
                        catalog.plugins().values().stream()
                                .flatMap(List::stream)
                                .filter(device -> device.holdings().contains(holding.id()))
                                .map(Listed::given))
                .distinct();
    }

    private Instant since(Holding holding) {
        return holding.holder() instanceof Holder.Handed handed
                ? handed.at()
                : uncounted.getOrDefault(holding.id(), Instant.MIN);
    }

    private void note(Holding holding, GivenDevice given, PodName name) {
        Optional<String> uid = pods.uid(name.namespace(), name.name());
        if (uid.isEmpty()) {
            return;
        }
        Holder.Pod pod = new Holder.Pod(name.namespace(), name.name(), uid.get());
        boolean known = holding.holder() instanceof Holder.Handed handed && pod.equals(handed.pod());
        if (!known) {
            change(holding.id(), () -> ledger.change(state -> state.seen(holding.id(), given, pod)));
        }
    }

    private boolean settle(Holding before, boolean leaving) {
        Optional<Holding> now = ledger.state().holding(before.id());
        if (now.isEmpty()) {
            return false;
        }
        Holding holding = now.get();
        boolean freed = false;
        if (holding.holder() instanceof Holder.Handed handed) {
            switch (verdict(holding, handed)) {
                case Verdict.Held(String why) -> {
                    reasons.put(holding.id(), why);
                    return false;
                }
                case Verdict.Free _ -> {
                    if (!change(holding.id(), () -> ledger.change(state -> state.free(holding.id(), handed)))) {
                        return false;
                    }
                    log.info("{} is free: {} is over", holding.id(), handed.text());
                    freed = true;
                }
            }
        }
        boolean left = leaving && leave(holding);
        return left || freed;
    }

    private Verdict verdict(Holding holding, Holder.Handed handed) {
        PodFate fate = handed.pod() == null ? PodFate.UNKNOWN : pods.fate(handed.pod());
        Optional<Absence> absence = Optional.ofNullable(absences.get(holding.id()));
        Verdict unopened = Verdict.of(handed, new Verdict.Evidence(absence, fate, false), clock.instant(), periods);
        // All processes of the host are looked at only when nothing else speaks against it.
        return unopened instanceof Verdict.Free
                ? Verdict.of(handed, new Verdict.Evidence(absence, fate, isOpen(holding)), clock.instant(), periods)
                : unopened;
    }

    private boolean isOpen(Holding holding) {
        try {
            return movements.isOpen(holding);
        } catch (KernelException unknown) {
            log.warn("{}: cannot tell whether it is in use: {}", holding.id(), unknown.getMessage());
            return true;
        }
    }

    /** Given back once the kubelet cannot hand it out any more and nobody has it. */
    private boolean leave(Holding holding) {
        Instant since = uncounted.get(holding.id());
        if (holding.stage() != Stage.RETURNING) {
            if (since == null) {
                reasons.put(holding.id(), "the kubelet still counts it among its devices");
                return false;
            }
            Absence absence = absences.get(holding.id());
            if (absence == null || !absence.proves(since, periods.apart())) {
                reasons.put(holding.id(), "the kubelet is asked twice whether a pod has it");
                return false;
            }
            if (isOpen(holding)) {
                reasons.put(holding.id(), "a process has its vfio device open");
                return false;
            }
        }
        boolean gone = change(holding.id(), () -> movements.giveBack(holding));
        if (gone) {
            log.info("{} is given back to the host", holding.id());
        }
        return gone;
    }

    private interface Change {
        void run() throws RefusedException, IOException, KernelException;
    }

    private boolean change(String id, Change change) {
        try {
            change.run();
            return true;
        } catch (RefusedException | IOException | KernelException e) {
            reasons.put(id, String.valueOf(e.getMessage()));
            log.warn("{}: {}", id, e.getMessage());
            return false;
        }
    }

    private Duration next(List<Holding> leaving) {
        if (leaving.stream().anyMatch(holding -> !uncounted.containsKey(holding.id()))) {
            return periods.settle();
        }
        boolean absent = ledger.state().holdings().values().stream()
                .filter(holding -> absences.containsKey(holding.id()))
                .anyMatch(holding -> holding.holder() instanceof Holder.Handed || uncounted.containsKey(holding.id()));
        return absent ? periods.apart() : periods.look();
    }
}
