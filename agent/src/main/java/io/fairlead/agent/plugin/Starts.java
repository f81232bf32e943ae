package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.plugin.KubeletView.AwayException;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Reset;
import io.fairlead.host.kernel.Resets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes devices ready just before a container starts with them: waits until whoever had them before has let go, sees that
 * they are whole and bound, resets them. What fails is tried again by the kubelet.
 */
final class Starts {
    private static final Logger log = LoggerFactory.getLogger(Starts.class);

    private final Ledger ledger;
    private final KubeletView kubelet;
    private final Movements movements;
    private final Resets resets;
    private final InstantSource clock;
    private final Periods periods;

    Starts(
            Kernel kernel,
            Ledger ledger,
            KubeletView kubelet,
            Movements movements,
            InstantSource clock,
            Periods periods) {
        this.ledger = ledger;
        this.kubelet = kubelet;
        this.movements = movements;
        this.resets = new Resets(kernel);
        this.clock = clock;
        this.periods = periods;
    }

    /** Why a container cannot start now. */
    static final class NotReadyException extends Exception {
        private static final long serialVersionUID = 1;

        NotReadyException(String message) {
            super(message);
        }
    }

    void prepare(Catalog catalog, List<Listed> devices)
            throws NotReadyException, KernelException, AwayException, InterruptedException {
        refuseSplits(catalog, devices);
        Instant deadline = clock.instant().plus(periods.idle());
        for (Listed device : devices) {
            for (Holding holding : holdings(device)) {
                awaitIdle(holding, deadline);
                movements.verify(holding, isBound(catalog, holding));
            }
        }
        // Not before all are idle: the reset of a card reaches every function of it.
        for (Listed device : devices) {
            for (Holding holding : holdings(device)) {
                if (isBound(catalog, holding)) {
                    reset(device, holding);
                }
            }
        }
    }

    private static boolean isBound(Catalog catalog, Holding holding) {
        return !holding.functions().isEmpty()
                && Optional.ofNullable(catalog.units().get(holding.id()))
                        .map(Unit::bind)
                        .orElse(true);
    }

    private void refuseSplits(Catalog catalog, List<Listed> devices) throws NotReadyException, AwayException {
        Splits splits = new Splits(catalog);
        if (devices.stream().noneMatch(splits::concerns)) {
            return;
        }
        Rows rows = kubelet.list();
        for (Listed device : devices) {
            Optional<String> refusal = splits.refusal(device, rows);
            if (refusal.isPresent()) {
                throw new NotReadyException(refusal.get());
            }
        }
    }

    /** What the container was really given: the list may say otherwise by now. */
    private List<Holding> holdings(Listed device) {
        GivenDevice given = device.given();
        List<Holding> handed = ledger.state().holdings().values().stream()
                .filter(holding -> holding.devices().stream().anyMatch(given::isNamedAs))
                .toList();
        return handed.isEmpty()
                ? device.holdings().stream()
                        .flatMap(id -> ledger.state().holding(id).stream())
                        .toList()
                : handed;
    }

    private void awaitIdle(Holding holding, Instant deadline)
            throws NotReadyException, KernelException, InterruptedException {
        while (true) {
            boolean taken = ledger.state()
                    .holding(holding.id())
                    .filter(now -> now.stage() == Stage.HELD)
                    .isPresent();
            if (taken && !movements.isOpen(holding)) {
                return;
            }
            if (!clock.instant().isBefore(deadline)) {
                throw new NotReadyException(
                        taken
                                ? "%s is still in use: a process of an earlier pod has its vfio device open; it is tried again"
                                        .formatted(holding.id())
                                : "%s is not taken from the host yet; it is tried again".formatted(holding.id()));
            }
            Thread.sleep(periods.poll());
        }
    }

    private void reset(Listed device, Holding holding) throws KernelException {
        if (device.kind() == Listed.Kind.CARD) {
            if (holding.addresses().contains(PciAddress.parse(device.id()))) {
                tell(device.id(), resets.card(device.functions()));
            }
            return;
        }
        for (PciAddress function : holding.addresses()) {
            tell(function.toString(), resets.function(function));
        }
    }

    private static void tell(String id, Reset reset) {
        reset.shortfall().ifPresent(shortfall -> log.info("reset of {}: {}", id, shortfall));
    }
}
