package io.fairlead.agent.offer;

import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that a claim can have.
 *
 * @param name among the devices of the node
 * @param kind what it is
 * @param functions what has to be taken for it, the one that it is known by in front; none for a mediated device
 * @param mdev what has to be made for it; null if it is made of functions
 * @param share what it takes of what it shares with other devices; null if it shares nothing
 */
public record Offered(
        String name,
        Kind kind,
        List<PciFunction> functions,
        @Nullable Mdev mdev,
        @Nullable Share share) {
    public Offered {
        functions = List.copyOf(functions);
    }

    /** As the attribute {@code type} says it. */
    public enum Kind {
        /** A physical function, with those that cannot travel without it. */
        FUNCTION("function"),
        /** A virtual function. */
        VIRTUAL("vf"),
        /** All physical functions of a slot. */
        CARD("card"),
        /** A mediated device that is made when it is needed. */
        MEDIATED("mdev");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * A mediated device that can be made, or was.
     *
     * @param uuid the name that it always has
     * @param parent what makes it
     * @param type of the parent's types
     * @param typeName the vendor's name for the type
     * @param function the PCI function that the parent is or sits on
     */
    public record Mdev(
            UUID uuid,
            String parent,
            String type,
            String typeName,
            @Nullable PciFunction function) {}

    /**
     * A part of something that several devices draw on.
     *
     * @param counterSet what they draw on
     * @param amount how much this one takes
     * @param total how much there is
     */
    public record Share(String counterSet, int amount, int total) {}

    public List<PciAddress> addresses() {
        return functions.stream().map(PciFunction::address).toList();
    }

    /** Whether a device of this name begins with that function. */
    public static boolean isFor(String name, PciAddress function) {
        return name.equals(name(function)) || name.equals(cardName(function));
    }

    static String name(PciAddress function) {
        return "pci-" + function.toString().replace(':', '-').replace('.', '-');
    }

    static String cardName(PciAddress slot) {
        String function = name(slot);
        return "card" + function.substring("pci".length(), function.lastIndexOf('-'));
    }
}
