package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts devices behind an expander bus of the guest's memory node that stands for the host's node they are near. Bus numbers
 * count down from 255, so that they stay clear of those that the firmware gives to the rest.
 */
final class NumaPlacement extends Placement {
    private static final int LAST_BUS_NUMBER = 255;

    /** The highest slots that no chipset device has; root ports begin at the lowest. */
    private static final int LAST_EXPANDER_SLOT = 0x1a;

    private final List<Integer> cells;

    /** Expander buses by guest node, and how many ports each has. */
    private final Map<Integer, Integer> expanders = new TreeMap<>();

    private final Map<Integer, Integer> ports = new HashMap<>();

    /** The guest's memory nodes in order, each by the host's node that it stands for. */
    NumaPlacement(Map<String, GuestAddress> before, List<Integer> cells) {
        super(before);
        this.cells = cells;
    }

    @Override
    List<GuestAddress> placeNear(int numaNode, String alias, List<Integer> functions) {
        int cell = cells.indexOf(numaNode);
        if (cell < 0) {
            return place(alias, functions);
        }
        int expander = expanders.computeIfAbsent(cell, this::expander);
        int port = ports.merge(cell, 1, Integer::sum) - 1;
        int bus = busOf(alias);
        add(bus, rootPort(bus, GuestAddress.of(expander, port)));
        return inSlot(new PciAddress(0, bus, 0, 0), alias, functions);
    }

    /** Remembered like a device, so that it keeps its place too. */
    private int expander(int cell) {
        String alias = "expander-" + cell;
        int bus = busOf(alias);
        given().put(alias, GuestAddress.of(bus, 0));
        return bus;
    }

    @Override
    List<Controller> controllers() {
        int number = LAST_BUS_NUMBER + 1;
        int slot = LAST_EXPANDER_SLOT;
        for (Map.Entry<Integer, Integer> entry : expanders.entrySet()) {
            int bus = entry.getValue();
            // Its own number and one behind each port.
            number -= 1 + ports.getOrDefault(entry.getKey(), 0);
            Element target = Element.of("target", "busNr", Integer.toString(number))
                    .with(Element.text("node", Integer.toString(entry.getKey())));
            add(bus, new Controller("pci", bus, "pcie-expander-bus", GuestAddress.of(0, slot), Rest.of(target)));
            slot--;
        }
        return super.controllers();
    }
}
