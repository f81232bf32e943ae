package io.fairlead.testbed.lab;

import io.fairlead.host.MdevType;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.tree.HostRoot;
import java.util.stream.Collectors;

/** What Fairlead finds in the machine that it runs on, a line a thing. */
final class Inventory {
    private Inventory() {}

    public static void main(String[] args) {
        PciInventory inventory = PciInventory.scan(HostRoot.live());
        inventory.functions().forEach(function -> System.out.println(line(function)));
        inventory.units().forEach(unit -> System.out.println(line(unit)));
        inventory
                .mdevParents()
                .forEach(parent -> System.out.println("mdev " + parent.name() + " "
                        + parent.types().stream().map(MdevType::id).sorted().collect(Collectors.joining(","))));
        inventory.warnings().forEach(warning -> System.out.println("warning " + warning));
    }

    private static String line(PciFunction function) {
        return "function " + function.address() + " " + function.id() + " "
                + function.driver().orElse("-") + " " + (function.isVirtual() ? "virtual" : "physical");
    }

    private static String line(PassthroughUnit unit) {
        return "unit " + unit.addresses().stream().map(PciAddress::toString).collect(Collectors.joining(",")) + " "
                + (unit.offer().isOfferable() ? "offerable" : "withheld");
    }
}
