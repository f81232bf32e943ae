package io.fairlead.agent.ledger;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.VfSettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * What was taken from the host together and goes back together.
 *
 * @param id the claim's UID, or the name that a device plugin offers the unit under
 * @param door that it leaves by
 * @param stage how far it has come
 * @param holder who has it
 * @param functions what was taken; with the drivers that they get back
 * @param mdevs what was made
 * @param devices what the holder is told; complete from HELD on
 */
public record Holding(
        String id,
        Door door,
        Stage stage,
        Holder holder,
        List<TakenFunction> functions,
        List<TakenMdev> mdevs,
        List<GivenDevice> devices) {
    public Holding {
        functions = List.copyOf(functions);
        mdevs = List.copyOf(mdevs);
        devices = List.copyOf(devices);
        boolean ofClaim = holder instanceof Holder.Claim;
        if (door == Door.NONE || ofClaim != (door == Door.DRA)) {
            throw new IllegalArgumentException("%s: %s cannot hold what leaves by door %s".formatted(id, holder, door));
        }
    }

    /** The intent to take something for a claim. */
    public static Holding forClaim(
            Holder.Claim claim, List<TakenFunction> functions, List<TakenMdev> mdevs, List<GivenDevice> devices) {
        return new Holding(claim.uid(), Door.DRA, Stage.TAKING, claim, functions, mdevs, devices);
    }

    /** The intent to take a unit for a device plugin, which hands it out later. */
    public static Holding forPlugin(String id, List<TakenFunction> functions) {
        return new Holding(id, Door.PLUGIN, Stage.TAKING, new Holder.Nobody(), functions, List.of(), List.of());
    }

    public List<PciAddress> addresses() {
        return functions.stream().map(TakenFunction::address).toList();
    }

    public boolean holds(PciAddress address) {
        return functions.stream().anyMatch(function -> function.address().equals(address));
    }

    /** What a physical function was told about the first of these functions. */
    public VfSettings settings(List<PciAddress> some) {
        return functions.stream()
                .filter(function -> some.contains(function.address()))
                .flatMap(function -> Stream.ofNullable(function.settings()))
                .map(TakenSettings::settings)
                .findFirst()
                .orElse(VfSettings.UNCHANGED);
    }

    /** Whether both took the same things, whatever was known about their drivers at the time. */
    public boolean tookTheSameAs(Holding other) {
        return holder.getClass() == other.holder.getClass()
                && addresses().equals(other.addresses())
                && mdevs.equals(other.mdevs);
    }

    /** Whether both took the same things and told the same about them. */
    public boolean intendedTheSameAs(Holding other) {
        return tookTheSameAs(other)
                && addresses().stream()
                        .map(List::of)
                        .allMatch(function -> settings(function).equals(other.settings(function)));
    }

    /** The same at another stage. */
    public Holding at(Stage other) {
        return new Holding(id, door, other, holder, functions, mdevs, devices);
    }

    Holding heldBy(Holder other) {
        return new Holding(id, door, stage, other, functions, mdevs, devices);
    }

    /** The same name once more is another container's; another name is another part of the same unit. */
    Holding handedAs(GivenDevice as) {
        boolean anew = holder instanceof Holder.Nobody || devices.stream().anyMatch(as::isNamedAs);
        return giving(
                anew
                        ? List.of(as)
                        : Stream.concat(devices.stream(), Stream.of(as)).toList());
    }

    Holding with(List<TakenFunction> otherFunctions) {
        return new Holding(id, door, stage, holder, otherFunctions, mdevs, devices);
    }

    Holding giving(List<GivenDevice> others) {
        return new Holding(id, door, stage, holder, functions, mdevs, others);
    }
}
