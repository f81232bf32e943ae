package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import io.fairlead.machine.UnrenderableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Hands out places on the guest's PCI tree: a root port for each device, so that it can be taken out alone. A device that had
 * an address before gets it again. Used for one domain.
 */
sealed class Placement permits RootComplexPlacement, NumaPlacement {
    /** Slot 1 is the display's; from here on eight root ports share a slot. */
    private static final int FIRST_PORT_SLOT = 2;

    private static final int PORTS_PER_SLOT = 8;
    private static final int MOST_PORTS = 128;

    private final Map<String, GuestAddress> before;
    private final Map<String, GuestAddress> given = new LinkedHashMap<>();
    private final Set<Integer> takenBuses = new HashSet<>();

    /** Controllers that are not plain root ports, by the bus that they are. */
    private final TreeMap<Integer, Controller> others = new TreeMap<>();

    private int freeBus = 1;
    private int highestBus;

    Placement(Map<String, GuestAddress> before) {
        this.before = before;
        before.values().forEach(address -> takenBuses.add(address.place().bus()));
    }

    /** Keeps an address that the machine's owner chose. To be called before places are handed out. */
    void keep(String alias, PciAddress place) {
        takenBuses.add(place.bus());
        use(place.bus());
        given.put(alias, new GuestAddress(place, false));
    }

    /** A place for a device of one function. */
    GuestAddress place(String alias) {
        return place(alias, List.of(0)).getFirst();
    }

    /** One slot for all functions of a card, which keep their numbers. */
    List<GuestAddress> place(String alias, List<Integer> functions) {
        GuestAddress kept = given.getOrDefault(alias, before.get(alias));
        PciAddress slot = kept == null ? freeSlot() : kept.place();
        use(slot.bus());
        return inSlot(slot, alias, functions);
    }

    /** A place for a device near this memory node of the host. */
    List<GuestAddress> placeNear(int numaNode, String alias, List<Integer> functions) {
        return place(alias, functions);
    }

    /** The address of each device by its alias. */
    Map<String, GuestAddress> given() {
        return given;
    }

    /** Whether a slot is, or was, somebody's. */
    boolean isTaken(PciAddress slot) {
        return given.values().stream().anyMatch(address -> address.place().sharesSlotWith(slot))
                || before.values().stream().anyMatch(address -> address.place().sharesSlotWith(slot));
    }

    PciAddress freeSlot() {
        return new PciAddress(0, takeBus(), 0, 0);
    }

    /** The bus that this alias had before, else a free one. */
    int busOf(String alias) {
        GuestAddress old = before.get(alias);
        if (old == null) {
            return takeBus();
        }
        use(old.place().bus());
        return old.place().bus();
    }

    int takeBus() {
        while (!takenBuses.add(freeBus)) {
            freeBus++;
        }
        if (freeBus > MOST_PORTS) {
            throw new UnrenderableException("no root port is left: a guest has at most " + MOST_PORTS + " PCI devices");
        }
        use(freeBus);
        return freeBus;
    }

    void add(int bus, Controller controller) {
        others.put(bus, controller);
    }

    List<GuestAddress> inSlot(PciAddress slot, String alias, List<Integer> functions) {
        List<GuestAddress> places = new ArrayList<>(functions.size());
        for (int function : functions) {
            places.add(new GuestAddress(slot.withFunction(function), function == 0 && functions.size() > 1));
        }
        given.put(alias, places.getFirst());
        return places;
    }

    /** The buses that the places need. A bus that is not used any more keeps its port, so that the others stay put. */
    List<Controller> controllers() {
        List<Controller> controllers = new ArrayList<>(highestBus);
        int ports = 0;
        for (int bus = 1; bus <= highestBus; bus++) {
            Controller other = others.get(bus);
            if (other != null) {
                controllers.add(other);
            } else {
                int function = ports % PORTS_PER_SLOT;
                PciAddress place = new PciAddress(0, 0, FIRST_PORT_SLOT + ports / PORTS_PER_SLOT, function);
                controllers.add(rootPort(bus, new GuestAddress(place, function == 0)));
                ports++;
            }
        }
        return controllers;
    }

    /** Libvirt adds the port's model, chassis and number, the same each time. */
    static Controller rootPort(int bus, GuestAddress address) {
        return new Controller("pci", bus, "pcie-root-port", address, Rest.NONE);
    }

    /** An owner may choose a bus far up; libvirt then makes the ports below it. */
    private void use(int bus) {
        if (bus <= MOST_PORTS) {
            highestBus = Math.max(highestBus, bus);
        }
    }
}
