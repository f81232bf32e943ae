package io.fairlead.agent.ledger;

import io.fairlead.host.PciAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * All that the ledger says, as a value. Every transition answers another state and leaves this one alone; one that is
 * repeated changes nothing more.
 *
 * @param bootId of the machine when it was written; a reboot gives every driver back by itself
 * @param doors how each function is offered; one that is not here has no door
 * @param holdings what was taken, by id
 */
public record LedgerState(String bootId, NavigableMap<PciAddress, Door> doors, NavigableMap<String, Holding> holdings) {
    public LedgerState {
        doors = unchangeable(doors);
        holdings = unchangeable(holdings);
    }

    /** Most steps leave the doors alone, which are many; so what comes from another state is not copied. */
    @SuppressWarnings("ReferenceEquality") // the very same, or it was not unchangeable
    private static <K, V> NavigableMap<K, V> unchangeable(NavigableMap<K, V> map) {
        NavigableMap<K, V> view = Collections.unmodifiableNavigableMap(map);
        return view == map ? map : Collections.unmodifiableNavigableMap(new TreeMap<>(map));
    }

    /** Nothing offered, nothing taken. */
    public static LedgerState empty(String bootId) {
        return new LedgerState(bootId, new TreeMap<>(), new TreeMap<>());
    }

    public Door door(PciAddress function) {
        return doors.getOrDefault(function, Door.NONE);
    }

    public Optional<Holding> holding(String id) {
        return Optional.ofNullable(holdings.get(id));
    }

    /** Who has taken a function. */
    public Optional<Holding> holdingOf(PciAddress function) {
        return holdings.values().stream()
                .filter(holding -> holding.holds(function))
                .findFirst();
    }

    private Optional<Holding> holdingOf(UUID mdev) {
        return holdings.values().stream()
                .filter(holding ->
                        holding.mdevs().stream().anyMatch(made -> made.uuid().equals(mdev)))
                .findFirst();
    }

    /** Opens a door for functions; refused while another door has one of them. */
    public LedgerState offer(Collection<PciAddress> functions, Door door) throws RefusedException {
        NavigableMap<PciAddress, Door> changed = new TreeMap<>(doors);
        for (PciAddress function : functions) {
            Door now = door(function);
            if (now != door && now != Door.NONE) {
                throw new RefusedException("%s is offered by door %s; withdraw it there before door %s offers it"
                        .formatted(function, now, door));
            }
            changed.put(function, door);
        }
        return new LedgerState(bootId, changed, holdings);
    }

    /** Closes the door of functions; refused while somebody has one of them. */
    public LedgerState withdraw(Collection<PciAddress> functions) throws RefusedException {
        NavigableMap<PciAddress, Door> changed = new TreeMap<>(doors);
        for (PciAddress function : functions) {
            Optional<Holding> holding = holdingOf(function);
            if (holding.isPresent()) {
                throw new RefusedException("%s cannot be withdrawn: %s has it; it can when that is over"
                        .formatted(function, holding.get().holder().text()));
            }
            changed.remove(function);
        }
        return new LedgerState(bootId, changed, holdings);
    }

    /** Writes down the intent to take something. Taking the same again goes on with what was begun. */
    public LedgerState take(Holding intent) throws RefusedException {
        Holding begun = holdings.get(intent.id());
        if (begun != null) {
            if (begun.stage() == Stage.RETURNING) {
                throw RefusedException.forNow(
                        "%s is being given back; it can be taken again when that is done".formatted(intent.id()));
            }
            if (!begun.tookTheSameAs(intent)) {
                throw new RefusedException("%s has already taken %s, not %s; give that back first"
                        .formatted(intent.id(), begun.addresses(), intent.addresses()));
            }
            return this;
        }
        for (PciAddress function : intent.addresses()) {
            refuseIfHeld(function.toString(), holdingOf(function));
            if (door(function) != intent.door()) {
                throw new RefusedException("%s is offered by door %s, not by door %s; it cannot be taken for %s"
                        .formatted(
                                function,
                                door(function),
                                intent.door(),
                                intent.holder().text()));
            }
        }
        for (TakenMdev mdev : intent.mdevs()) {
            refuseIfHeld("mediated device " + mdev.uuid(), holdingOf(mdev.uuid()));
        }
        return put(intent.at(Stage.TAKING));
    }

    private static void refuseIfHeld(String what, Optional<Holding> holding) throws RefusedException {
        if (holding.isPresent()) {
            throw RefusedException.forNow("%s is %s by %s; it is free when that ends"
                    .formatted(
                            what,
                            holding.get().stage() == Stage.RETURNING ? "still being given back" : "held",
                            holding.get().holder().text()));
        }
    }

    /** Everything was done that {@link #take} intended. */
    public LedgerState taken(String id, List<GivenDevice> devices) throws RefusedException {
        Holding holding = known(id);
        if (holding.stage() == Stage.RETURNING) {
            throw new RefusedException(id + " is being given back, so it cannot become held");
        }
        // What a device plugin handed out, perhaps at this very moment, only the kubelet decides.
        return put(holding.at(Stage.HELD).giving(holding.door() == Door.PLUGIN ? holding.devices() : devices));
    }

    /**
     * The kubelet allocated it to a container under some name. Whoever had it before under that name has it no more; the
     * names of other parts that were handed out with it stay.
     */
    public LedgerState hand(String id, Instant at, GivenDevice as) throws RefusedException {
        Holding holding = ofPlugin(id);
        if (holding.stage() == Stage.RETURNING) {
            throw new RefusedException(id + " is being given back to the host; no retry can mend this");
        }
        return put(holding.handedAs(as).heldBy(new Holder.Handed(at, null)));
    }

    /** The kubelet told which pod has it, and under which name. */
    public LedgerState seen(String id, GivenDevice as, Holder.Pod pod) throws RefusedException {
        Holding holding = ofPlugin(id);
        return switch (holding.holder()) {
            case Holder.Handed(Instant at, var _) -> put(holding.heldBy(new Holder.Handed(at, pod)));
            // The agent came after the kubelet had allocated: what the kubelet says is so.
            case Holder.Nobody _ -> put(holding.handedAs(as).heldBy(new Holder.Handed(Instant.EPOCH, pod)));
            case Holder.Claim _ -> throw new IllegalStateException(id + " of a device plugin is held by a claim");
        };
    }

    /** A container has it no more. Refused if it was handed out anew meanwhile. */
    public LedgerState free(String id, Holder.Handed by) throws RefusedException {
        Holding holding = ofPlugin(id);
        if (holding.holder() instanceof Holder.Handed now && !now.equals(by)) {
            throw new RefusedException("%s was handed out anew at %s".formatted(id, now.at()));
        }
        return put(holding.giving(List.of()).heldBy(new Holder.Nobody()));
    }

    /** Writes down the intent to give everything back. Refused while a container has it through a device plugin. */
    public LedgerState giveBack(String id) throws RefusedException {
        Holding holding = holdings.get(id);
        if (holding == null) {
            return this;
        }
        if (holding.holder() instanceof Holder.Handed handed) {
            throw new RefusedException(
                    "%s is used by %s; it can be given back when that is over".formatted(id, handed.text()));
        }
        return put(holding.at(Stage.RETURNING));
    }

    /** Everything was done that {@link #giveBack} intended. */
    public LedgerState returned(String id) throws RefusedException {
        Holding holding = holdings.get(id);
        if (holding == null) {
            return this;
        }
        if (holding.stage() != Stage.RETURNING) {
            throw new RefusedException("%s is %s; it has to be given back first".formatted(id, holding.stage()));
        }
        NavigableMap<String, Holding> changed = new TreeMap<>(holdings);
        changed.remove(id);
        return new LedgerState(bootId, doors, changed);
    }

    /**
     * The machine was started anew: bindings, mediated devices and settings of virtual functions are gone. What was held
     * has to be taken again, from the driver that each function has now.
     */
    public LedgerState rebooted(String newBootId, Function<PciAddress, Optional<String>> driverNow) {
        NavigableMap<String, Holding> changed = new TreeMap<>();
        holdings.forEach((id, holding) -> {
            Holding anew = holding.with(holding.functions().stream()
                    .map(function -> function.withDriver(
                            driverNow.apply(function.address()).orElse(function.driver())))
                    .toList());
            changed.put(id, anew.stage() == Stage.HELD ? anew.at(Stage.TAKING) : anew);
        });
        return new LedgerState(newBootId, doors, changed);
    }

    /** Adds what was found in the world after the file was lost; what is known already wins. */
    public LedgerState found(Holding holding) {
        boolean known = holdings.containsKey(holding.id())
                || holding.addresses().stream()
                        .anyMatch(function -> holdingOf(function).isPresent());
        if (known) {
            return this;
        }
        NavigableMap<PciAddress, Door> opened = new TreeMap<>(doors);
        holding.addresses().forEach(function -> opened.put(function, holding.door()));
        return new LedgerState(bootId, opened, holdings).put(holding);
    }

    private Holding known(String id) throws RefusedException {
        Holding holding = holdings.get(id);
        if (holding == null) {
            throw new RefusedException(id + " has taken nothing");
        }
        return holding;
    }

    private Holding ofPlugin(String id) throws RefusedException {
        Holding holding = known(id);
        if (holding.door() != Door.PLUGIN) {
            throw new RefusedException("%s left by door %s; no device plugin has it".formatted(id, holding.door()));
        }
        return holding;
    }

    private LedgerState put(Holding holding) {
        NavigableMap<String, Holding> changed = new TreeMap<>(holdings);
        changed.put(holding.id(), holding);
        return new LedgerState(bootId, doors, changed);
    }
}
