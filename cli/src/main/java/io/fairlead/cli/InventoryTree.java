package io.fairlead.cli;

import io.fairlead.host.Disk;
import io.fairlead.host.MdevInstance;
import io.fairlead.host.MdevParent;
import io.fairlead.host.NetworkInterface;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.Sriov;
import io.fairlead.host.VdpaDevice;
import io.fairlead.host.names.FunctionNames;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Help.Ansi;

/** An inventory as a tree: roots, bridges and functions; virtual functions below their maker; who uses what. */
final class InventoryTree {
    private final FunctionNames names;
    private final Ansi ansi;
    private final Map<String, Branch> roots = new TreeMap<>();
    private final Map<PciAddress, Branch> branches = new HashMap<>();

    /** A line and what hangs below it. */
    private record Branch(String line, List<Branch> below) {
        Branch(String line) {
            this(line, new ArrayList<>());
        }

        void add(String leaf) {
            below.add(new Branch(leaf));
        }
    }

    InventoryTree(PciInventory inventory, FunctionNames names, Ansi ansi) {
        this.names = names;
        this.ansi = ansi;
        Map<PciAddress, PassthroughUnit> units = new HashMap<>();
        inventory.units().forEach(unit -> unit.addresses().forEach(address -> units.put(address, unit)));
        for (PciFunction function : inventory.functions()) {
            branches.put(
                    function.address(), new Branch(line(function, Optional.ofNullable(units.get(function.address())))));
        }
        inventory.functions().forEach(this::hang);
        inventory.mdevParents().forEach(this::hang);
        inventory.vdpaDevices().forEach(this::hang);
    }

    void print(PrintWriter out) {
        roots.forEach((_, root) -> {
            out.println(root.line());
            print(out, root.below(), "");
        });
    }

    private static void print(PrintWriter out, List<Branch> branches, String indent) {
        for (int index = 0; index < branches.size(); index++) {
            Branch branch = branches.get(index);
            boolean last = index == branches.size() - 1;
            out.println(indent + (last ? "└─ " : "├─ ") + branch.line());
            print(out, branch.below(), indent + (last ? "   " : "│  "));
        }
    }

    private void hang(PciFunction function) {
        Branch branch = Objects.requireNonNull(branches.get(function.address()));
        Optional<PciAddress> above = function.sriov() instanceof Sriov.Virtual(PciAddress physical)
                ? Optional.of(physical)
                : function.bridges().isEmpty()
                        ? Optional.empty()
                        : Optional.of(function.bridges().getLast());
        above.filter(branches::containsKey)
                .map(branches::get)
                .orElseGet(() -> root(function.pcieRoot()))
                .below()
                .add(branch);
        for (NetworkInterface networkInterface : function.interfaces()) {
            branch.add("network interface " + networkInterface.name()
                    + (networkInterface.defaultRoute() ? ", default route" : "")
                    + (networkInterface.uppers().isEmpty()
                            ? ""
                            : ", below " + String.join(", ", networkInterface.uppers())));
        }
        for (Disk disk : function.disks()) {
            branch.add("disk " + disk.name()
                    + (disk.uses().isEmpty() ? "" : ", used by " + String.join(", ", disk.uses())));
        }
    }

    private void hang(MdevParent parent) {
        Branch branch = parent.function()
                .filter(branches::containsKey)
                .map(branches::get)
                .orElseGet(() -> {
                    Branch own = new Branch("mediated device parent " + parent.name());
                    root("other").below().add(own);
                    return own;
                });
        parent.types()
                .forEach(type -> branch.add(
                        "mediated device type %s, %s, %d more".formatted(type.id(), type.name(), type.available())));
        for (MdevInstance instance : parent.instances()) {
            branch.add("mediated device %s of type %s".formatted(instance.uuid(), instance.type()));
        }
    }

    private void hang(VdpaDevice device) {
        device.function()
                .filter(branches::containsKey)
                .map(branches::get)
                .orElseGet(() -> root("other"))
                .add("vDPA device " + device.name()
                        + device.driver().map(driver -> " [" + driver + "]").orElse("")
                        + device.vhostDevice().map(name -> " /dev/" + name).orElse(""));
    }

    private Branch root(String name) {
        return roots.computeIfAbsent(name.isEmpty() ? "?" : name, Branch::new);
    }

    private String line(PciFunction function, Optional<PassthroughUnit> unit) {
        StringBuilder line = new StringBuilder(ansi.string("@|bold " + function.address() + "|@"));
        line.append("  ").append(names.description(function));
        function.driver().ifPresent(driver -> line.append("  [").append(driver).append(']'));
        function.iommuGroup().ifPresent(group -> line.append("  group ").append(group));
        if (function.sriov() instanceof Sriov.Physical physical) {
            line.append("  %d of %d virtual functions"
                    .formatted(physical.virtualFunctions().size(), physical.total()));
        }
        unit.ifPresent(travelling -> line.append("  ")
                .append(ansi.string(
                        travelling.offer().isOfferable()
                                ? "@|green may be offered|@"
                                : "@|yellow stays with the host|@")));
        return line.toString();
    }
}
