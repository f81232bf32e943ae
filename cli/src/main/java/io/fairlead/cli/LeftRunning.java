package io.fairlead.cli;

import io.fairlead.testbed.Slot;
import io.fairlead.testbed.system.Daemons;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a command {@code up} started to outlive it.
 *
 * @param what the word for it
 * @param command which has the subcommands {@code up}, {@code status} and {@code down}
 * @param kind whether a slot is of that kind
 */
record LeftRunning(String what, String command, Predicate<Slot> kind) {
    List<Slot> slots() {
        return Slot.all(Slot.ofUser()).stream()
                .filter(slot -> slot.detached() && kind.test(slot))
                .toList();
    }

    /** One is enough; what is left of one from before the machine was switched off is removed. */
    void refuseSecond() {
        for (Slot slot : slots()) {
            if (!Daemons.running(slot.folder()).isEmpty()) {
                throw new Refusal(
                        "a %s is running already, see %s status; end it with: %2$s down".formatted(what, command));
            }
            slot.release();
        }
    }

    void end(PrintWriter err) {
        List<Slot> slots = slots();
        slots.forEach(Slot::release);
        err.println(slots.isEmpty() ? "no " + what + " was running" : "the " + what + " is gone");
    }

    Refusal none() {
        return new Refusal("no %s is running; start one with: %s up".formatted(what, command));
    }

    static void tellProcesses(PrintWriter out, Slot slot) {
        List<String> processes = Daemons.running(slot.folder());
        out.println("running:    " + (processes.isEmpty() ? "nothing, it was killed" : String.join(", ", processes)));
    }
}
