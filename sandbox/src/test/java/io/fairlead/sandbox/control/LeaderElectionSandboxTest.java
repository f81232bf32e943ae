package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.LeaderElection;
import io.fairlead.reconcile.LeaderElection.Timing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderElectionSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Key LEASE = new Key("kube-system", "captain");
    private static final Timing QUICK =
            new Timing(Duration.ofSeconds(2), Duration.ofMillis(1500), Duration.ofMillis(50));

    /** For a term that must not end because this machine has too much to do. */
    private static final Timing PATIENT =
            new Timing(Duration.ofMinutes(2), Duration.ofSeconds(90), Duration.ofMillis(50));

    private final TestingCluster cluster = new TestingCluster(0);
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AtomicInteger leaders = new AtomicInteger();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void oneLeadsAndAnotherFollowsWhenItGivesUp() {
        LeaderElection first = stand("first", PATIENT);
        await().atMost(PATIENCE).until(first::isLeading);
        try (LeaderElection second = stand("second", PATIENT)) {
            assertThat(second.isLeading()).isFalse();
            assertThat(holder()).isEqualTo("first");

            first.close();

            await().atMost(PATIENCE).until(second::isLeading);
            assertThat(holder()).isEqualTo("second");
            assertThat(cluster.client
                            .leases()
                            .inNamespace(LEASE.namespace())
                            .withName(LEASE.name())
                            .get()
                            .getSpec()
                            .getLeaseTransitions())
                    .isEqualTo(1);
        }
        assertThat(log).containsExactly("first begins", "first ends", "second begins", "second ends");
    }

    @Test
    void aLateRenewalDoesNotKeepALeaderFromGivingUp() {
        LeaderElection first = stand("first", PATIENT);
        await().atMost(PATIENCE).until(first::isLeading);
        cluster.sandbox.server().faults().on("patch", "leases").times(1).conflict();

        first.close();

        assertThat(holder()).isEmpty();
    }

    @Test
    void aLeaderWhoseLeaseWasTakenAwayEndsItsTerm() {
        try (LeaderElection first = stand("first", QUICK)) {
            await().atMost(PATIENCE).until(first::isLeading);

            cluster.client
                    .leases()
                    .inNamespace(LEASE.namespace())
                    .withName(LEASE.name())
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"usurper\"}}");

            await().atMost(PATIENCE).until(() -> log.contains("first ends"));
            await("the usurper never renews, so its lease runs out")
                    .atMost(PATIENCE)
                    .until(first::isLeading);
        }
        assertThat(log).startsWith("first begins", "first ends", "first begins");
    }

    private String holder() {
        return cluster.client
                .leases()
                .inNamespace(LEASE.namespace())
                .withName(LEASE.name())
                .get()
                .getSpec()
                .getHolderIdentity();
    }

    private LeaderElection stand(String name, Timing timing) {
        return LeaderElection.start(cluster.client, LEASE, name, timing, InstantSource.system(), new Random(1), () -> {
            assertThat(leaders.incrementAndGet()).as("leaders at once").isEqualTo(1);
            log.add(name + " begins");
            return () -> {
                log.add(name + " ends");
                leaders.decrementAndGet();
            };
        });
    }
}
