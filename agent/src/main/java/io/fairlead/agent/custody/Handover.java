package io.fairlead.agent.custody;

import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.agent.ledger.TakenSettings;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.kernel.Binding;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.KernelException.Reason;
import io.fairlead.host.kernel.MediatedDevices;
import io.fairlead.host.kernel.Reset;
import io.fairlead.host.kernel.Resets;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VirtualFunctions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work on the kernel that a holding needs. Every call can be made again after a crash at any point in it. */
final class Handover {
    private static final Logger log = LoggerFactory.getLogger(Handover.class);

    private final Sysfs sysfs;
    private final Binding binding;
    private final Resets resets;
    private final VirtualFunctions virtualFunctions;
    private final MediatedDevices mediatedDevices;

    Handover(Kernel kernel) {
        this.sysfs = new Sysfs(kernel.root());
        this.binding = new Binding(kernel);
        this.resets = new Resets(kernel);
        this.virtualFunctions = new VirtualFunctions(kernel);
        this.mediatedDevices = new MediatedDevices(kernel);
    }

    /** The driver that each function of a holding has now. */
    Map<PciAddress, Optional<String>> drivers(Holding holding) throws KernelException {
        return binding.drivers(holding.addresses());
    }

    /** Makes everything ready that the holding intends to take. */
    void take(Holding holding) throws KernelException {
        for (TakenFunction function : holding.functions()) {
            if (!isThere(function)) {
                throw new KernelException(
                        Sysfs.DEVICES + "/" + function.address(),
                        Reason.GONE,
                        "%s is not in the machine any more, or another card is in its place"
                                .formatted(function.address()));
            }
            if (function.settings() != null) {
                virtualFunctions.configure(
                        function.address(), function.settings().settings());
            }
        }
        binding.toVfio(holding.addresses());
        for (GivenDevice device : holding.devices()) {
            if (!device.admin() && !device.functions().isEmpty()) {
                reset(device.functions());
            }
        }
        for (TakenMdev mdev : holding.mdevs()) {
            mediatedDevices.create(mdev.parent(), mdev.type(), mdev.uuid());
        }
    }

    /** Sees that what is held is still as it was handed over. */
    void verify(Holding holding) throws KernelException {
        binding.verify(holding.addresses());
        for (TakenMdev mdev : holding.mdevs()) {
            if (mediatedDevices.group(mdev.uuid()).isEmpty()) {
                throw new KernelException(
                        Sysfs.MDEV_DEVICES + "/" + mdev.uuid(),
                        Reason.GONE,
                        "mediated device %s is not there any more".formatted(mdev.uuid()));
            }
        }
    }

    /** Says no while a process has one of the functions open. */
    void checkIdle(Holding holding) throws KernelException {
        for (PciAddress address : holding.addresses()) {
            binding.checkIdle(address);
        }
    }

    /**
     * Gives everything back. What has vanished is given back by that alone. What cannot be given back now does not keep
     * the rest from it.
     */
    void giveBack(Holding holding) throws KernelException {
        @Nullable KernelException first = null;
        for (TakenMdev mdev : holding.mdevs()) {
            try {
                mediatedDevices.remove(mdev.uuid());
            } catch (KernelException e) {
                first = first == null ? e : first;
            }
        }
        for (TakenFunction function : holding.functions()) {
            try {
                giveBack(function);
            } catch (KernelException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void giveBack(TakenFunction function) throws KernelException {
        if (!isThere(function)) {
            log.warn("{} has left the machine while it was away; there is nothing to give back", function.address());
            return;
        }
        binding.checkIdle(function.address());
        if (function.settings() != null) {
            forget(function.address(), function.settings());
        }
        try {
            binding.giveBack(function.address(), Optional.ofNullable(function.driver()));
        } catch (KernelException e) {
            if (e.reason() != Reason.GONE) {
                throw e;
            }
            // Its driver binds it when it is loaded again: nothing overrides that any more.
            log.warn("{} is back, but without a driver: {}", function.address(), e.getMessage());
        }
    }

    /** A physical function that lost its driver has forgotten by itself, so this never keeps a function from going back. */
    private void forget(PciAddress function, TakenSettings settings) throws KernelException {
        try {
            virtualFunctions.clear(function, settings.settings());
        } catch (KernelException e) {
            if (e.reason() == Reason.STUCK) {
                throw e;
            }
            log.warn("settings of {} were not cleared: {}", function, e.getMessage());
        }
    }

    private void reset(List<PciAddress> functions) throws KernelException {
        Reset reset = functions.size() == 1 ? resets.function(functions.getFirst()) : resets.card(functions);
        if (functions.size() == 1 && reset instanceof Reset.Impossible) {
            reset = resets.card(functions);
        }
        reset.shortfall().ifPresent(shortfall -> log.warn("reset of {}: {}", functions.getFirst(), shortfall));
    }

    private boolean isThere(TakenFunction function) throws KernelException {
        return id(function.address()).filter(function.id()::equals).isPresent();
    }

    private Optional<PciId> id(PciAddress address) throws KernelException {
        Optional<String> vendor = sysfs.attribute(address, "vendor");
        Optional<String> device = sysfs.attribute(address, "device");
        return vendor.isPresent() && device.isPresent()
                ? Optional.of(new PciId(Integer.decode(vendor.get()), Integer.decode(device.get())))
                : Optional.empty();
    }
}
