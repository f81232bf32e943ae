package io.fairlead.agent.plugin;

import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Binding;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Takes units from the host and gives them back. What others made ready is only written down, and left as it is. */
final class Movements {
    private final Kernel kernel;
    private final Custody custody;
    private final Binding binding;
    private final Sysfs sysfs;
    private final DeviceNodes nodes;

    Movements(Kernel kernel, Custody custody) {
        this.kernel = kernel;
        this.custody = custody;
        this.binding = new Binding(kernel);
        this.sysfs = new Sysfs(kernel.root());
        this.nodes = new DeviceNodes(kernel);
    }

    /** Takes a unit, or sees that one that was taken is as it should be, and mends it if nobody uses it. */
    void keep(Unit unit) throws KernelException, RefusedException, IOException {
        Optional<Holding> held = custody.ledger().state().holding(unit.id());
        if (held.isPresent() && isInOrder(held.get(), unit)) {
            return;
        }
        Optional<Holding> begun = held.filter(holding -> holding.stage() != Stage.RETURNING);
        Map<PciAddress, Optional<String>> driversBefore = binding.drivers(unit.addresses());
        custody.ledger().change(state -> state.offer(unit.addresses(), Door.PLUGIN));
        if (!unit.bind()) {
            Holding intent =
                    begun.orElse(intent(unit, function -> driversBefore.getOrDefault(function, Optional.empty())));
            verify(intent, false);
            custody.ledger().change(state -> state.take(intent).taken(intent.id(), List.of()));
        } else if (begun.isPresent()) {
            custody.take(begun.get(), _ -> List.of());
        } else {
            custody.take(drivers -> intent(unit, drivers), _ -> List.of());
        }
    }

    private boolean isInOrder(Holding holding, Unit unit) {
        try {
            verify(holding, unit.bind());
            return holding.stage() == Stage.HELD;
        } catch (KernelException broken) {
            return false;
        }
    }

    private static Holding intent(Unit unit, Function<PciAddress, Optional<String>> drivers) {
        List<TakenFunction> functions = unit.functions().stream()
                .map(function -> new TakenFunction(
                        function.address(),
                        function.id(),
                        drivers.apply(function.address()).orElse(null),
                        null))
                .toList();
        return new Holding(
                unit.id(), Door.PLUGIN, Stage.TAKING, new Holder.Nobody(), functions, unit.mdevs(), List.of());
    }

    /** Says no unless everything of a holding can be used now. */
    void verify(Holding holding, boolean bound) throws KernelException {
        if (bound || !holding.mdevs().isEmpty()) {
            custody.verify(holding);
            return;
        }
        for (PciAddress function : holding.addresses()) {
            sysfs.present(function);
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

    /** Gives everything back that nobody has. A mediated device that was found is left where it is. */
    void giveBack(Holding holding) throws KernelException, RefusedException, IOException {
        if (holding.mdevs().isEmpty()) {
            custody.giveBack(holding.id());
        } else {
            custody.ledger().change(state -> state.giveBack(holding.id()).returned(holding.id()));
        }
    }
}
