package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.names.FunctionNames;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has what is wanted taken from the host and in order, as far as that is possible. Called by one thread at a time. */
final class UnitKeeper {
    private static final Logger log = LoggerFactory.getLogger(UnitKeeper.class);

    private final Kernel kernel;
    private final Ledger ledger;
    private final FunctionNames names;
    private final Movements movements;
    /** What is in the way, by the ledger's ids. */
    private final Map<String, String> troubles = new ConcurrentHashMap<>();

    UnitKeeper(Kernel kernel, Ledger ledger, FunctionNames names, Movements movements) {
        this.kernel = kernel;
        this.ledger = ledger;
        this.names = names;
        this.movements = movements;
    }

    /** Looks at the whole host. One unit that hangs does not keep the others from being taken. */
    Catalog look(Wanted wanted) {
        PciInventory inventory = PciInventory.scan(kernel.root());
        Catalog planned = catalog(inventory, wanted);
        troubles.keySet().retainAll(planned.units().keySet());
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            planned.units().values().forEach(unit -> each.execute(() -> keep(unit)));
        }
        return catalog(inventory, wanted);
    }

    private Catalog catalog(PciInventory inventory, Wanted wanted) {
        return CatalogBuilder.build(inventory, names, wanted, ledger.state(), Map.copyOf(troubles));
    }

    private void keep(Unit unit) {
        try {
            movements.keep(unit);
            if (troubles.remove(unit.id()) != null) {
                log.info("{} is in order again", unit.id());
            }
        } catch (KernelException | RefusedException | IOException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(troubles.put(unit.id(), why))) {
                log.warn("{} cannot be offered: {}", unit.id(), why);
            }
        }
    }
}
