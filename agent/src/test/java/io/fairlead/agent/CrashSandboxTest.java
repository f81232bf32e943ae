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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The agent is killed at its writes to the world, its memory is thrown away, and the next one finishes the work. */
class CrashSandboxTest {
    /** How many crashes pods that come and go live through; {@code -Dfairlead.crashes=10000} for all that we promise. */
    private static final int CRASHES = Integer.getInteger("fairlead.crashes", 40);

    private static final long SEED = Long.getLong("fairlead.seed", 1L);

    private static final int MOST_PODS = 4;
    private static final int CALM_AFTER = 20;

    @TempDir
    private Path root;

    private CrashWorld world;

    /** Agents that die say a lot about it. */
    @BeforeAll
    static void hush() {
        logger().setLevel(Level.ERROR);
    }

    @AfterAll
    static void speak() {
        logger().setLevel(null);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.fairlead");
    }

    @BeforeEach
    void start() throws Exception {
        world = new CrashWorld(root);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    /** One pod comes and goes; the first agent dies at its first write, the next one at its second, and so on. */
    @ParameterizedTest
    @ValueSource(strings = {"card", "virtual", "mediated"})
    void aCrashAtEveryWriteOfAClaimsLifeLeavesNothingBehind(String kind) throws Exception {
        int write = 0;
        boolean died = true;
        while (died) {
            write++;
            died = false;
            for (boolean happens : List.of(false, true)) {
                died |= live(
                        "pod-%d-%s".formatted(write, happens ? "after" : "before"), kind, Life.until(write, happens));
            }
        }
        assertThat(write).as("writes in the life of a claim").isGreaterThan(10);
    }

    /** The life of one pod; whenever the agent dies of what it is doomed to, the next one lives on. True if it died. */
    private boolean live(String pod, String kind, Life doomed) throws Exception {
        world.begin(doomed);
        world.create(pod, kind);
        boolean died = await(() -> world.isRunning(pod));
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
            if (world.agentIsDead()) {
                died[0] = true;
                world.bury();
                world.begin(Life.withoutEnd());
            }
            return reached.holds();
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
            world.begin(Life.until(1 + random.nextInt(40), random.nextBoolean()));
            for (int step = 0; step < 60 && !world.agentIsDead(); step++) {
                List<String> names = world.names();
                if (names.size() < MOST_PODS && random.nextInt(3) > 0) {
                    world.create("pod-" + ++pods, kind(random));
                } else if (!names.isEmpty()) {
                    world.delete(names.get(random.nextInt(names.size())), random.nextInt(5) == 0);
                }
                world.checkHeldOnce();
                pause(random);
            }
            crashes += world.agentIsDead() ? 1 : 0;
            world.bury();
            if (random.nextInt(10) == 0) {
                world.node.restart();
            }
            if (crashes % CALM_AFTER == 0) {
                calm();
            }
        }
        calm();
    }

    private static String kind(Random random) {
        return CrashWorld.KINDS.keySet().stream().sorted().toList().get(random.nextInt(CrashWorld.KINDS.size()));
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
        for (String kind : CrashWorld.KINDS.keySet()) {
            world.create("calm-" + kind, kind);
            world.eventually(kind + " runs again", () -> world.isRunning("calm-" + kind));
            world.checkHeldOnce();
            world.delete("calm-" + kind, false);
            world.eventually(kind + " gone", () -> world.isGone("calm-" + kind));
        }
        world.checkNothingIsLeft();
        world.bury();
    }
}
