package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.KernelException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has what is wanted taken from the host and in order, as far as that is possible. Called by one thread at a time. */
final class UnitKeeper {
    private static final Logger log = LoggerFactory.getLogger(UnitKeeper.class);

    private final PluginDoorOptions options;
    private final Movements movements;
    /** What is in the way, by the ledger's ids. */
    private final Map<String, String> troubles = new ConcurrentHashMap<>();

    UnitKeeper(PluginDoorOptions options, Movements movements) {
        this.options = options;
        this.movements = movements;
    }

    /** Looks at the whole host. One unit that hangs does not keep the others from being taken. */
    Catalog look(Wanted wanted) {
        PciInventory inventory = PciInventory.scan(options.kernel().root());
        Catalog before = catalog(inventory, wanted);
        Set<String> named = new HashSet<>(before.units().keySet());
        named.addAll(before.elsewhere().keySet());
        troubles.keySet().retainAll(named);
        before.elsewhere()
                .forEach(
                        (id, functions) -> attempt(id, () -> options.otherDoor().leave(functions)));
        Catalog planned = catalog(inventory, wanted);
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            planned.units().forEach((id, unit) -> each.execute(() -> attempt(id, () -> movements.keep(unit))));
        }
        close(planned);
        return catalog(inventory, wanted);
    }

    private Catalog catalog(PciInventory inventory, Wanted wanted) {
        return CatalogBuilder.build(inventory, options.names(), wanted, state(), Map.copyOf(troubles));
    }

    private LedgerState state() {
        return options.custody().ledger().state();
    }

    /** Lets the other door have what this one has no use for any more. */
    private void close(Catalog planned) {
        Set<PciAddress> used = new HashSet<>();
        planned.units().values().forEach(unit -> used.addAll(unit.addresses()));
        Set<PciAddress> unused = new HashSet<>();
        state().doors().forEach((function, door) -> {
            if (door == Door.PLUGIN
                    && !used.contains(function)
                    && state().holdingOf(function).isEmpty()) {
                unused.add(function);
            }
        });
        if (!unused.isEmpty()) {
            attempt("the door", () -> options.custody().ledger().change(state -> state.withdraw(unused)));
        }
    }

    private interface Attempt {
        void run() throws KernelException, RefusedException, IOException;
    }

    private void attempt(String id, Attempt attempt) {
        try {
            attempt.run();
            if (troubles.remove(id) != null) {
                log.info("{} is in order again", id);
            }
        } catch (KernelException | RefusedException | IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(troubles.put(id, why))) {
                log.warn("{} cannot be offered: {}", id, why);
            }
        }
    }
}
