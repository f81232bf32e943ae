package io.fairlead.reconcile;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one of several replicas lead, by a Lease that the leader renews.
 *
 * <p>Another's lease counts as expired only when it has not changed for its duration as seen by our own clock, so clocks
 * need not agree. A leader that cannot renew within {@link Timing#renewWithin} ends its term by itself, before the lease
 * runs out. On close a leader gives the lease up, so that the next need not wait.
 */
public final class LeaderElection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);
    private static final int ATTEMPTS_TO_GIVE_UP = 3;

    /**
     * What the leader does.
     *
     * <p>{@link #begin} is called on the election's own virtual thread at the start of every term and must return soon, for
     * no renewal happens meanwhile; what it returns is closed on the same thread when the term ends, and must then stop
     * all work. An exception from either is logged; one from {@code begin} gives the lease up again.
     */
    @FunctionalInterface
    public interface Duty {
        AutoCloseable begin() throws Exception;
    }

    /** How long a lease lasts, how long its holder tries to renew it, and how often anybody looks. */
    public record Timing(Duration lease, Duration renewWithin, Duration retry) {
        public static final Timing STANDARD =
                new Timing(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

        public Timing {
            if (lease.compareTo(renewWithin) <= 0 || renewWithin.compareTo(retry) <= 0) {
                throw new IllegalArgumentException("lease " + lease + ", renew within " + renewWithin + ", retry "
                        + retry + ": each must be longer than the next");
            }
        }
    }

    private final KubernetesClient client;
    private final Key lease;
    private final String identity;
    private final Timing timing;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Duty duty;
    private final Thread thread;
    private volatile boolean leading;

    // Owned by the thread: the lease as last seen, and when it was first seen so.
    private @Nullable LeaseSpec seen;
    private Instant seenSince = Instant.EPOCH;
    private Instant renewed = Instant.EPOCH;
    private @Nullable AutoCloseable term;

    private LeaderElection(
            KubernetesClient client,
            Key lease,
            String identity,
            Timing timing,
            InstantSource clock,
            RandomGenerator random,
            Duty duty) {
        this.client = client;
        this.lease = lease;
        this.identity = identity;
        this.timing = timing;
        this.clock = clock;
        this.random = random;
        this.duty = duty;
        this.thread = Thread.ofVirtual().name("election-" + identity).unstarted(this::run);
    }

    /** Stands for election until closed; {@code identity} must differ between replicas. */
    public static LeaderElection start(
            KubernetesClient client,
            Key lease,
            String identity,
            Timing timing,
            InstantSource clock,
            RandomGenerator random,
            Duty duty) {
        LeaderElection election = new LeaderElection(client, lease, identity, timing, clock, random, duty);
        election.thread.start();
        return election;
    }

    public boolean isLeading() {
        return leading;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                step();
                // Up to a fifth longer, so that replicas do not ask in step.
                Thread.sleep(timing.retry().plusNanos((long) (timing.retry().toNanos() * random.nextDouble() / 5)));
            }
        } catch (InterruptedException _) {
            boolean held = term != null;
            endTerm();
            if (held) {
                giveUp();
            }
        }
    }

    private void step() throws InterruptedException {
        boolean holds = false;
        try {
            holds = acquireOrRenew();
        } catch (KubernetesClientException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            log.debug("election {}: {}", lease, e.toString());
            // Unknown, not lost: the term lasts until the time to renew is over.
            holds = term != null && clock.instant().isBefore(renewed.plus(timing.renewWithin()));
        }
        if (holds && term == null) {
            beginTerm();
        } else if (!holds && term != null) {
            endTerm();
        }
    }

    private boolean acquireOrRenew() {
        Lease found = client.leases()
                .inNamespace(lease.namespace())
                .withName(lease.name())
                .get();
        Instant now = clock.instant();
        if (found == null) {
            client.leases().resource(leaseOf(null, now)).create();
        } else {
            if (!Objects.equals(found.getSpec(), seen)) {
                seen = found.getSpec();
                seenSince = now;
            }
            if (!isOurs(found) && !isFree(found, now)) {
                return false;
            }
            client.leases().resource(leaseOf(found, now)).update();
        }
        renewed = now;
        return true;
    }

    private boolean isOurs(Lease found) {
        return identity.equals(found.getSpec().getHolderIdentity());
    }

    private boolean isFree(Lease found, Instant now) {
        String holder = found.getSpec().getHolderIdentity();
        Integer seconds = found.getSpec().getLeaseDurationSeconds();
        Duration duration = seconds == null ? timing.lease() : Duration.ofSeconds(seconds);
        return holder == null || holder.isEmpty() || !now.isBefore(seenSince.plus(duration));
    }

    private Lease leaseOf(@Nullable Lease found, Instant now) {
        LeaseSpecBuilder spec = found == null ? new LeaseSpecBuilder() : new LeaseSpecBuilder(found.getSpec());
        if (found == null || !isOurs(found)) {
            Integer before = found == null ? null : found.getSpec().getLeaseTransitions();
            spec.withAcquireTime(Timestamps.micros(now))
                    .withLeaseTransitions(found == null ? 0 : (before == null ? 0 : before) + 1);
        }
        spec.withHolderIdentity(identity)
                .withRenewTime(Timestamps.micros(now))
                .withLeaseDurationSeconds(
                        Math.toIntExact(Math.max(1, timing.lease().toSeconds())));
        LeaseBuilder whole = found == null ? new LeaseBuilder() : new LeaseBuilder(found);
        return whole.editOrNewMetadata()
                .withNamespace(lease.namespace())
                .withName(lease.name())
                .endMetadata()
                .withSpec(spec.build())
                .build();
    }

    private void beginTerm() {
        log.debug("election {}: {} leads", lease, identity);
        try {
            term = duty.begin();
            leading = true;
        } catch (Exception e) {
            log.error("election {}: {} cannot begin its term and gives the lease up", lease, identity, e);
            giveUp();
        }
    }

    private void endTerm() {
        AutoCloseable ending = term;
        if (ending == null) {
            return;
        }
        term = null;
        leading = false;
        try {
            ending.close();
        } catch (Exception e) {
            log.error("election {}: {} ended its term badly", lease, identity, e);
        }
    }

    /** Else it runs out. A renewal that was cut off may still arrive in between, so one conflict is nothing to stop at. */
    private void giveUp() {
        for (int attempt = 1; attempt <= ATTEMPTS_TO_GIVE_UP; attempt++) {
            try {
                client.leases()
                        .inNamespace(lease.namespace())
                        .withName(lease.name())
                        .edit(found -> isOurs(found)
                                ? new LeaseBuilder(found)
                                        .editSpec()
                                        .withHolderIdentity("")
                                        .withLeaseDurationSeconds(1)
                                        .endSpec()
                                        .build()
                                : found);
                return;
            } catch (KubernetesClientException e) {
                log.debug("election {}: not given up at attempt {}: {}", lease, attempt, e.toString());
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    return;
                }
            }
        }
    }
}
