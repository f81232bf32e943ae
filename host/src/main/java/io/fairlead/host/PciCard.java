package io.fairlead.host;

import java.util.List;

/**
 * The physical functions of one slot. Virtual functions never count, even where they share its device number.
 *
 * @param functions in order, at least one, all of one slot
 */
public record PciCard(List<PciFunction> functions) {
    public PciCard {
        functions = List.copyOf(functions);
        if (functions.isEmpty()) {
            throw new IllegalArgumentException("a card has at least one function");
        }
        PciAddress first = functions.getFirst().address();
        for (PciFunction function : functions) {
            if (function.isVirtual() || !function.address().sharesSlotWith(first)) {
                throw new IllegalArgumentException(
                        "%s is not a physical function of the slot of %s".formatted(function.address(), first));
            }
        }
    }

    /** Function 0 of the slot, whether or not it is there. */
    public PciAddress slot() {
        return functions.getFirst().address().withFunction(0);
    }

    public List<PciAddress> addresses() {
        return functions.stream().map(PciFunction::address).toList();
    }
}
