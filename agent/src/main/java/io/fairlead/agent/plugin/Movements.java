package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.kernel.Binding;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** Takes units from the host and gives them back, each step written down before it is done. */
final class Movements {
    private final Kernel kernel;
    private final Ledger ledger;
    private final Binding binding;
    private final Sysfs sysfs;
    private final DeviceNodes nodes;

    Movements(Kernel kernel, Ledger ledger) {
        this.kernel = kernel;
        this.ledger = ledger;
        this.binding = new Binding(kernel);
        this.sysfs = new Sysfs(kernel.root());
        this.nodes = new DeviceNodes(kernel);
    }

    /** Takes a unit, or sees that one that was taken is as it should be, and mends it if nobody has it. */
    void keep(Unit unit) throws KernelException, RefusedException, IOException {
        Optional<Holding> holding = ledger.state().holding(unit.id());
        if (holding.filter(held -> held.stage() == Stage.HELD).isPresent()) {
            try {
                verify(holding.get(), unit.bind());
                return;
            } catch (KernelException broken) {
                if (!(holding.get().holder() instanceof Holder.Nobody)) {
                    throw broken;
                }
            }
        }
        List<TakenFunction> functions = withDrivers(unit);
        Holding intent = new Holding(
                unit.id(), Door.PLUGIN, Stage.TAKING, new Holder.Nobody(), functions, unit.mdevs(), List.of());
        ledger.change(state -> state.offer(unit.addresses(), Door.PLUGIN).take(intent));
        if (unit.bind()) {
            binding.toVfio(unit.addresses());
        }
        ledger.change(state -> state.taken(
                unit.id(), state.holding(unit.id()).map(Holding::devices).orElse(List.of())));
    }

    private List<TakenFunction> withDrivers(Unit unit) throws KernelException {
        NavigableMap<PciAddress, Optional<String>> drivers = binding.drivers(unit.addresses());
        List<TakenFunction> taken = new ArrayList<>();
        for (PciFunction function : unit.functions()) {
            String driver = Optional.ofNullable(drivers.get(function.address()))
                    .flatMap(name -> name)
                    .orElse(null);
            taken.add(new TakenFunction(function.address(), function.id(), driver, null));
        }
        return taken;
    }

    /** Says no unless everything of a holding can be used now. */
    void verify(Holding holding, boolean bound) throws KernelException {
        for (TakenMdev mdev : holding.mdevs()) {
            String path = Sysfs.MDEV_DEVICES + "/" + mdev.uuid();
            if (sysfs.follow(path).isEmpty()) {
                throw new KernelException(
                        path,
                        KernelException.Reason.GONE,
                        "mediated device %s is not there any more".formatted(mdev.uuid()));
            }
        }
        if (bound) {
            binding.verify(holding.addresses());
        } else {
            for (PciAddress function : holding.addresses()) {
                sysfs.present(function);
            }
        }
    }

    /** Whether a process uses something of a holding. */
    boolean isOpen(Holding holding) throws KernelException {
        List<String> all = new ArrayList<>(nodes.of(holding.addresses()));
        for (TakenMdev mdev : holding.mdevs()) {
            all.addAll(nodes.of(mdev.uuid()));
        }
        for (String node : all) {
            if (kernel.isOpen(node)) {
                return true;
            }
        }
        return false;
    }

    /** Gives everything back that nobody has; a mediated device that was found stays where it is. */
    void giveBack(String id) throws KernelException, RefusedException, IOException {
        Optional<Holding> holding = ledger.change(state -> state.giveBack(id)).holding(id);
        if (holding.isEmpty()) {
            return;
        }
        for (TakenFunction function : holding.get().functions()) {
            if (isSame(function)) {
                binding.giveBack(function.address(), Optional.ofNullable(function.driver()));
            }
        }
        ledger.change(state -> state.returned(id).withdraw(holding.get().addresses()));
    }

    /** Another card at the same address is none of ours. */
    private boolean isSame(TakenFunction function) throws KernelException {
        return sysfs.attribute(function.address(), "vendor")
                        .filter(("0x" + function.id().vendorHex())::equals)
                        .isPresent()
                && sysfs.attribute(function.address(), "device")
                        .filter(("0x" + function.id().deviceHex())::equals)
                        .isPresent();
    }
}
