package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The agent is killed at its writes to the world, its memory is thrown away, and the next one finishes the work. */
@Tag("long")
class CrashSandboxTest {
    /** How many crashes pods that come and go live through; {@code -Dfairlead.crashes=10000} for all that we promise. */
    private static final int CRASHES = Integer.getInteger("fairlead.crashes", 40);

    private static final long SEED = Long.getLong("fairlead.seed", 1L);

    private static final List<PodKind> KINDS = List.of(PodKind.values());
    private static final int MOST_PODS = 5;
    /** Few enough that an agent often dies while it still finishes the work of the one before. */
    private static final int MOST_WRITES = 25;

    private static final int CALM_AFTER = 50;

    private static final org.slf4j.Logger log = LoggerFactory.getLogger("crashes");

    @TempDir
    private Path root;

    private CrashWorld world;

    /** Agents that die say a lot about it. */
    @BeforeAll
    static void hush() {
        List.of("io.fairlead", "io.fabric8", "io.grpc")
                .forEach(name -> logger(name).setLevel(Level.OFF));
    }

    @AfterAll
    static void speak() {
        List.of("io.fairlead", "io.fabric8", "io.grpc")
                .forEach(name -> logger(name).setLevel(null));
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @BeforeEach
    void start() throws Exception {
        world = new CrashWorld(root);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    /**
     * A pod with one of each comes and goes; the first agent dies at its first write, the next one at its second, and so on.
     * Every other pod is deleted at once when its agent has died, so that the next one has something to undo.
     */
    @Test
    void aCrashAtEveryWriteOfAClaimsLifeLeavesNothingBehind() throws Exception {
        int write = 0;
        boolean died = true;
        while (died) {
            write++;
            died = live("pod-" + write, Life.until(write, false), write % 2 == 0);
        }
        assertThat(write).as("writes in the life of a claim").isGreaterThan(40);
    }

    /** The life of one pod; whenever the agent dies of what it is doomed to, the next one lives on. True if it died. */
    private boolean live(String pod, Life doomed, boolean impatient) throws Exception {
        world.begin(doomed);
        world.create(pod, PodKind.EVERYTHING);
        boolean died = await(() -> world.isRunning(pod) || (impatient && world.agentIsDead()));
        world.checkHeldOnce();
        world.delete(pod, false);
        died |= await(() -> world.isGone(pod));
        world.checkNothingIsLeft();
        died |= world.agentIsDead();
        world.bury();
        return died;
    }

    private boolean await(Condition reached) {
        boolean[] died = {false};
        world.eventually("pod", () -> {
            boolean holds = reached.holds();
            if (world.agentIsDead()) {
                died[0] = true;
                world.bury();
                world.begin(Life.withoutEnd());
            }
            return holds;
        });
        return died[0];
    }

    private interface Condition {
        boolean holds();
    }

    @Test
    void podsComeAndGoWhileTheAgentDiesAndNothingIsLeakedHeldTwiceOrStuck() throws Exception {
        Random random = new Random(SEED);
        int crashes = 0;
        int pods = 0;
        while (crashes < CRASHES) {
            world.begin(Life.until(1 + random.nextInt(MOST_WRITES), random.nextBoolean()));
            while (!world.agentIsDead()) {
                List<String> names = world.movable();
                PodKind kind = KINDS.get(random.nextInt(KINDS.size()));
                if (random.nextInt(3) == 0 && !names.isEmpty()) {
                    world.delete(names.get(random.nextInt(names.size())), random.nextInt(5) == 0);
                } else if (world.pods().size() < MOST_PODS && (kind != PodKind.SHARED || world.sharersAreSettled())) {
                    world.create("pod-" + ++pods, kind);
                }
                world.checkHeldOnce();
                pause(random);
            }
            crashes++;
            world.bury();
            if (random.nextInt(10) == 0) {
                world.node.restart();
            }
            if (crashes % CALM_AFTER == 0) {
                calm();
                log.info("{} crashes, {} pods", crashes, pods);
            }
        }
        calm();
    }

    /** So that a crash meets work at different stages. */
    private static void pause(Random random) throws InterruptedException {
        Thread.sleep(random.nextInt(20));
    }

    /** An agent that lives: all pods end, everything is given back, and devices of each kind can be had again. */
    private void calm() throws Exception {
        world.begin(Life.withoutEnd());
        world.names().forEach(pod -> world.delete(pod, false));
        world.eventually("all pods gone", () -> world.pods().isEmpty());
        world.checkNothingIsLeft();
        for (PodKind kind : List.of(PodKind.EVERYTHING, PodKind.SHARED)) {
            String pod = "calm-" + kind.text();
            world.create(pod, kind);
            world.eventually(kind + " runs again", () -> world.isRunning(pod));
            world.checkHeldOnce();
            world.delete(pod, false);
            world.eventually(kind + " gone", () -> world.isGone(pod));
        }
        world.checkNothingIsLeft();
        world.bury();
    }
}
