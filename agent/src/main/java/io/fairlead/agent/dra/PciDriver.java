package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.CdiDeviceId;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.DeviceHealth;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.Prepared;
import io.fairlead.dra.PreparedDevice;
import io.fairlead.reconcile.Events;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The driver as the kubelet knows it: takes the devices of a claim from the host, and gives them back. */
public final class PciDriver implements DraDriver {
    public static final String NAME = "pci.fairlead.io";

    /** The kubelet gives up after 45 s. */
    private static final Duration LIMIT = Duration.ofSeconds(38);

    /** How long a claim waits for one that is about to end. */
    private static final Duration RELEASE = Duration.ofSeconds(3);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final KubernetesClient client;
    private final Custody custody;
    private final ClaimFiles files;
    private final Supplier<Offering> offering;
    private final Supplier<List<DeviceHealth>> health;
    private final ClaimStatuses statuses;
    private final Events events;
    private final DraMetrics metrics;
    private final LastWord lastWord = new LastWord();
    private final Patience patience = new Patience(LIMIT);

    PciDriver(
            KubernetesClient client,
            Custody custody,
            ClaimFiles files,
            Supplier<Offering> offering,
            Supplier<List<DeviceHealth>> health,
            ClaimStatuses statuses,
            Events events,
            DraMetrics metrics) {
        this.client = client;
        this.custody = custody;
        this.files = files;
        this.offering = offering;
        this.health = health;
        this.statuses = statuses;
        this.events = events;
        this.metrics = metrics;
    }

    @Override
    public Prepared prepare(AllocatedClaim claim) throws Exception {
        LastWord.Word word = lastWord.prepare(claim.uid());
        try {
            return metrics.timed(
                    "prepare",
                    () -> patience.call(
                            "prepare of claim " + claim.ref(), Prepared.class, () -> prepareNow(claim, word)));
        } catch (Exception e) {
            events.warning(claim.object(), "PrepareFailed", String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private Prepared prepareNow(AllocatedClaim claim, LastWord.Word word) throws Exception {
        Offering now = offering.get();
        Optional<Holding> held =
                custody.ledger().state().holding(claim.uid()).filter(holding -> holding.stage() == Stage.HELD);
        ConsumerPods pods = ConsumerPods.of(claim, client);
        NetworkWishes wishes = NetworkWishes.of(pods.pods(), claim.ref().name());
        ClaimPlan plan;
        try {
            ClaimPlan wanted = ClaimPlan.of(claim, now.offers(), wishes);
            if (held.isPresent() && isFor(held.get(), claim)) {
                if (!held.get().tookTheSameAs(wanted.intent(_ -> Optional.empty()))) {
                    throw new UnpreparableException.NotOffered(
                            "%s of claim %s have changed since it took them; delete its pods to have others allocated"
                                    .formatted(held.get().addresses(), claim.ref()));
                }
                plan = wanted.keeping(held.get());
            } else {
                plan = wanted;
            }
        } catch (UnpreparableException.NotOffered e) {
            // Whoever has the device already keeps it, also when it could not be had any more.
            if (held.isPresent() && isFor(held.get(), claim) && isComplete(held.get())) {
                return answer(held.get());
            }
            throw e;
        }
        Optional<Holding> before = custody.ledger().state().holding(claim.uid());
        if (before.isPresent() && !before.get().intendedTheSameAs(plan.intent(_ -> Optional.empty()))) {
            // The claim was given something else meanwhile, or its pods want something else, so what it had before is
            // over.
            custody.giveBack(claim.uid());
        }
        Set<String> names = pods.namesOf(claim);
        Holding taken = takeWhenFree(plan, _ -> files.write(plan, names, now.devices()::attributes));
        if (!word.stands()) {
            custody.giveBack(claim.uid());
            throw new UnpreparableException(
                    "claim %s was given up while it was being prepared; nothing is held for it".formatted(claim.ref()));
        }
        statuses.ready(plan);
        return answer(taken);
    }

    /** Sees that what a claim holds is still as it was handed over, and makes it so again. */
    void restore(Holding held, Holder.Claim holder) throws Exception {
        Offering now = offering.get();
        Optional<ClaimPlan> found = planOf(held, holder, now);
        if (found.isPresent()) {
            ClaimPlan plan = found.get();
            Set<String> names = ConsumerPods.of(plan.claim(), client).namesOf(plan.claim());
            custody.restore(held.id(), _ -> files.write(plan, names, now.devices()::attributes));
        }
    }

    /** Sees that a claim says what it holds. */
    void tell(Holding held, Holder.Claim holder) throws UnpreparableException {
        if (!statuses.isTold(held.id())) {
            planOf(held, holder, offering.get()).ifPresent(statuses::stillReady);
        }
    }

    private Optional<ClaimPlan> planOf(Holding held, Holder.Claim holder, Offering now) throws UnpreparableException {
        Optional<AllocatedClaim> found = HeldClaim.find(client, holder).filter(claim -> isFor(held, claim));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ClaimPlan plan =
                ClaimPlan.of(found.get(), now.offers(), NetworkWishes.none()).keeping(held);
        return held.tookTheSameAs(plan.intent(_ -> Optional.empty())) ? Optional.of(plan) : Optional.empty();
    }

    /**
     * The scheduler gives a device to the next claim as soon as the last pod is gone from the API, which is before the
     * kubelet has said so here; and a kubelet that was refused comes back only after a long while.
     */
    private Holding takeWhenFree(ClaimPlan plan, Custody.Description description) throws Exception {
        long began = System.nanoTime();
        while (true) {
            try {
                return custody.take(plan::intent, description);
            } catch (RefusedException e) {
                if (!e.isPassing() || System.nanoTime() - began > RELEASE.toNanos()) {
                    throw e;
                }
                Thread.sleep(LOOK);
            }
        }
    }

    /** Whether these are the devices that the claim still has, by name; who allocates them knows nothing else. */
    private static boolean isFor(Holding held, AllocatedClaim claim) {
        return held.devices().stream()
                .map(GivenDevice::name)
                .toList()
                .equals(claim.results().stream()
                        .map(result -> result.getDevice())
                        .toList());
    }

    private static boolean isComplete(Holding held) {
        return held.devices().stream().noneMatch(device -> device.cdiIds().isEmpty());
    }

    private static Prepared answer(Holding holding) {
        return new Prepared(holding.devices().stream()
                .map(given -> new PreparedDevice(
                        List.of(given.request()),
                        given.pool(),
                        given.name(),
                        given.cdiIds().stream().map(CdiDeviceId::parse).toList(),
                        Optional.ofNullable(given.shareId())))
                .toList());
    }

    @Override
    public void unprepare(ClaimRef claim) throws Exception {
        LastWord.Word word = lastWord.giveUp(claim.uid());
        try {
            metrics.timed(
                    "unprepare",
                    () -> patience.call("unprepare of claim " + claim, Boolean.class, () -> {
                        unprepareNow(claim, word);
                        return true;
                    }));
        } catch (Exception e) {
            events.warning(reference(claim), "UnprepareFailed", String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private void unprepareNow(ClaimRef claim, LastWord.Word word) throws Exception {
        if (!custody.giveBackIf(claim.uid(), word::stands)) {
            throw new UnpreparableException(
                    "claim %s was asked for again while it waited to be given up, so it is kept".formatted(claim));
        }
        word.done();
    }

    static HasMetadata reference(ClaimRef claim) {
        return new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace(claim.namespace())
                .withName(claim.name())
                .withUid(claim.uid())
                .endMetadata()
                .build();
    }

    @Override
    public List<DeviceHealth> health() {
        return health.get();
    }
}
