package io.fairlead.cli;

import io.fairlead.host.MdevInstance;
import io.fairlead.host.MdevParent;
import io.fairlead.host.MdevType;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.VdpaDevice;
import io.fairlead.host.names.FunctionNames;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Help.Ansi;

/** An inventory as tables: functions, then mediated and vDPA devices where there are any. */
final class InventoryTable {
    private static final String NONE = "-";

    private final PciInventory inventory;
    private final FunctionNames names;
    private final Ansi ansi;

    InventoryTable(PciInventory inventory, FunctionNames names, Ansi ansi) {
        this.inventory = inventory;
        this.names = names;
        this.ansi = ansi;
    }

    void print(PrintWriter out) {
        functions().print(out, ansi);
        for (TextTable more : new TextTable[] {mediated(), vdpa()}) {
            if (!more.isEmpty()) {
                out.println();
                more.print(out, ansi);
            }
        }
    }

    private TextTable functions() {
        Map<PciAddress, PassthroughUnit> units = new HashMap<>();
        inventory.units().forEach(unit -> unit.addresses().forEach(address -> units.put(address, unit)));
        TextTable table = new TextTable("ADDRESS", "ID", "DEVICE", "DRIVER", "GROUP", "NUMA", "RESOURCE", "OFFER");
        for (PciFunction function : inventory.functions()) {
            table.row(
                    function.address().toString(),
                    function.id().toString(),
                    names.type(function) + ": " + names.device(function),
                    function.driver().orElse(NONE),
                    number(function.iommuGroup()),
                    number(function.numaNode()),
                    function.type().isBridge()
                            ? NONE
                            : names.resourceName(function).toString(),
                    OfferText.of(function, units.get(function.address())));
        }
        return table;
    }

    private TextTable mediated() {
        TextTable table = new TextTable("MDEV PARENT", "TYPE", "NAME", "AVAILABLE", "INSTANCES");
        for (MdevParent parent : inventory.mdevParents()) {
            for (MdevType type : parent.types()) {
                String instances = String.join(
                        ", ",
                        parent.instances().stream()
                                .filter(instance -> instance.type().equals(type.id()))
                                .map(MdevInstance::uuid)
                                .toList());
                table.row(
                        parent.name(),
                        type.id(),
                        type.name(),
                        String.valueOf(type.available()),
                        instances.isEmpty() ? NONE : instances);
            }
        }
        return table;
    }

    private TextTable vdpa() {
        TextTable table = new TextTable("VDPA", "FUNCTION", "DRIVER", "CHARACTER DEVICE");
        for (VdpaDevice device : inventory.vdpaDevices()) {
            table.row(
                    device.name(),
                    device.function().map(PciAddress::toString).orElse(NONE),
                    device.driver().orElse(NONE),
                    device.vhostDevice().map(name -> "/dev/" + name).orElse(NONE));
        }
        return table;
    }

    private static String number(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : NONE;
    }
}
