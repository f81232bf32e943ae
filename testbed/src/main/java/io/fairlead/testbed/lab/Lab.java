package io.fairlead.testbed.lab;

import io.fairlead.testbed.Slot;
import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Daemon;
import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.DebianPackage;
import io.fairlead.testbed.system.MissingPrerequisite;
import io.fairlead.testbed.system.Patience;
import io.fairlead.testbed.system.Ready;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running lab machine. Whoever owns its folder ends it, and with it all that it has. */
public final class Lab implements AutoCloseable {
    /** For commands that only look. */
    public static final Duration SHORT = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(Lab.class);
    private static final String PROCESS = "lab";

    /** An emulated machine on a busy one may lose its timer while it starts. */
    private static final int BOOTS = 4;

    /** How long a machine that runs may take to answer when the processors have other things to do. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    // Each question costs the emulated processor some milliseconds.
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LONG_PAUSE = Duration.ofSeconds(1);

    private final LabFolder folder;
    private final GuestAgent agent;
    private final Programs programs;
    private final Supplier<String> emulator;
    private final Runnable end;

    private Lab(LabFolder folder, GuestAgent agent, Programs programs, Supplier<String> emulator, Runnable end) {
        this.folder = folder;
        this.agent = agent;
        this.programs = programs;
        this.emulator = emulator;
        this.end = end;
    }

    /** Why this machine cannot run it, in one line that says what to do. */
    public static Optional<String> missing() {
        return LabImage.missing();
    }

    /** Makes what every lab machine starts from, if the user's cache has not got it. */
    public static void build() {
        LabImage _ = LabImage.ofUser();
    }

    /**
     * Starts one that belongs to no cluster.
     *
     * @param detached whether it outlives this JVM
     * @throws MissingPrerequisite if this machine cannot run it
     */
    public static Lab alone(boolean detached, LabOptions options) {
        DebianPackage.require(List.of(DebianPackage.UTIL_LINUX));
        Slot slot = Slot.claim(Slot.ofUser(), detached);
        try {
            return start(slot, new Daemons(slot.folder(), detached), options, slot::release);
        } catch (RuntimeException e) {
            slot.release();
            throw e;
        }
    }

    /** Starts one that belongs to a cluster and ends with it. */
    public static Lab ofCluster(Slot slot, Daemons daemons, LabOptions options) {
        return start(slot, daemons, options, () -> {});
    }

    /** The one that runs in that slot, started by somebody else, if it does. */
    public static Optional<Lab> attach(Slot slot) {
        LabFolder place = LabFolder.of(slot);
        if (!Daemons.running(slot.folder()).contains(PROCESS)) {
            return Optional.empty();
        }
        GuestAgent agent = connect(place)
                .orElseThrow(() -> new IllegalStateException("the lab machine in " + slot.folder()
                        + " does not answer; end it with: fairlead testbed lab down"));
        return Optional.of(
                new Lab(place, agent, new Programs(place.programs(), List.of()), () -> "(not heard here)", () -> {}));
    }

    /** Whether that slot has, or had, a lab machine. */
    public static boolean in(Slot slot) {
        return Files.exists(LabFolder.of(slot).folder());
    }

    private static Lab start(Slot slot, Daemons daemons, LabOptions options, Runnable end) {
        missing().ifPresent(reason -> {
            throw new MissingPrerequisite(reason);
        });
        LabImage image = LabImage.ofUser();
        LabFolder place = LabFolder.of(slot);
        place.write(options);
        Programs programs = Programs.copy(options.classPath(), place.programs());
        List<String> command = new ArrayList<>(image.qemu());
        command.addAll(LabHardware.arguments(image, place, options));
        for (int boot = 1; ; boot++) {
            Daemon machine = daemons.start(PROCESS, command);
            try {
                Ready.await(machine, "socket " + place.agent(), () -> Files.exists(place.agent()));
                return new Lab(place, agent(machine, place), programs, machine::lastWords, end);
            } catch (IllegalStateException e) {
                String words = e.getMessage() + "\nand its kernel's:\n" + place.lastWords();
                if (boot == BOOTS) {
                    throw new IllegalStateException(words, e);
                }
                log.warn("the lab machine is started again: {}", words);
                machine.stop();
                place.forgetMachine();
            }
        }
    }

    /** A folder that both sides write, under the same path. */
    public Path share() {
        return folder.share();
    }

    /** What its kernel says. */
    public Path console() {
        return folder.console();
    }

    /** Runs a shell script that only looks. */
    public Command.Result sh(String script) {
        return run(SHORT, "sh", "-c", script);
    }

    /** Runs a shell script that must not fail, and returns what it says. */
    public String require(String script) {
        Command.Result result = sh(script);
        if (!result.succeeded()) {
            throw new IllegalStateException(
                    script + "\nended with " + result.status() + " in the lab machine:\n" + result.output());
        }
        return result.output();
    }

    public Command.Result run(Duration limit, String... command) {
        return run(limit, List.of(command));
    }

    /**
     * Runs a command to its end.
     *
     * @throws Stuck if that takes longer; the command is killed, and where the kernel holds it, left behind
     */
    public Command.Result run(Duration limit, List<String> command) {
        try {
            long pid = agent.start(command);
            AtomicReference<GuestAgent.Ended> ended = new AtomicReference<>();
            Duration pause = limit.compareTo(SHORT) > 0 ? LONG_PAUSE : PAUSE;
            if (Patience.until(limit, pause, () -> {
                ended.set(status(pid));
                return ended.get().yes();
            })) {
                return new Command.Result(ended.get().status(), ended.get().output());
            }
            throw new Stuck(String.join(" ", command), limit, remains(pid));
        } catch (IOException e) {
            throw gone("does not take " + command, e);
        }
    }

    /** The command that starts a Java program of the class path that the machine was started with. */
    public List<String> java(String mainClass, String... arguments) {
        return programs.java(mainClass, List.of(arguments));
    }

    /**
     * Runs a Java program on this machine first, where it is much faster, so that its runs in the lab machine start sooner.
     *
     * @param learned whether it has shown enough; it is then told to end
     */
    public void rehearse(Duration limit, BooleanSupplier learned, String mainClass, String... arguments) {
        programs.rehearse(mainClass, List.of(arguments), limit, learned);
    }

    /** Starts something that goes on; what it says is in {@link #log}. Returns its process number. */
    public long startDaemon(String name, List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of(
                "sh",
                "-c",
                "exec setsid \"$@\" >>\"$0\" 2>&1 </dev/null",
                log(name).toString()));
        wrapped.addAll(command);
        try {
            return agent.start(wrapped);
        } catch (IOException e) {
            throw gone("does not start " + name, e);
        }
    }

    /** What a daemon of the machine has said. */
    public Path log(String name) {
        return folder.share().resolve("logs").resolve(name + ".log");
    }

    /** A command in the lab machine has not ended in its time. */
    public static final class Stuck extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stuck(String command, Duration limit, String remains) {
            super(command + "\nhas not ended within " + limit.toSeconds() + " s in the lab machine, and was killed. "
                    + "Where it was:\n" + remains);
        }
    }

    /** Kills a command and tells where the kernel had it. */
    private String remains(long pid) throws IOException {
        long killer = agent.start(List.of(
                "sh",
                "-c",
                "for p in $0 $(pgrep -P $0); do tr '\\0' ' ' </proc/$p/cmdline; grep State /proc/$p/status; cat /proc/$p/stack;"
                        + " kill -9 $p; done",
                Long.toString(pid)));
        AtomicReference<String> said = new AtomicReference<>("(the lab machine does not say)");
        Patience.until(Duration.ofSeconds(10), PAUSE, () -> {
            GuestAgent.Ended ended = status(killer);
            said.set(ended.output());
            return ended.yes();
        });
        return said.get();
    }

    /** Ends the machine, unless it belongs to a cluster, which then ends it. */
    @Override
    public void close() {
        try {
            agent.close();
        } finally {
            end.run();
        }
    }

    private GuestAgent.Ended status(long pid) {
        try {
            return agent.status(pid);
        } catch (IOException e) {
            throw gone("does not answer", e);
        }
    }

    /** What remains of a machine goes with its cluster, so the message has to tell. */
    private UncheckedIOException gone(String what, IOException e) {
        return new UncheckedIOException(
                "the lab machine %s; the last words of its emulator:\n%s\nand of its kernel:\n%s"
                        .formatted(what, emulator.get(), folder.lastWords()),
                e);
    }

    private static GuestAgent agent(Daemon machine, LabFolder place) {
        AtomicReference<Optional<GuestAgent>> agent = new AtomicReference<>(Optional.empty());
        Ready.await(machine, "answer of its agent", () -> {
            agent.set(connect(place));
            return agent.get().isPresent() || place.hasLostItsTimer();
        });
        return agent.get()
                .orElseThrow(
                        () -> new IllegalStateException("its kernel gets no timer interrupts; see " + place.console()));
    }

    private static Optional<GuestAgent> connect(LabFolder place) {
        try {
            return GuestAgent.connect(place.agent(), ANSWER);
        } catch (IOException e) {
            throw new UncheckedIOException("no connection to " + place.agent(), e);
        }
    }
}
