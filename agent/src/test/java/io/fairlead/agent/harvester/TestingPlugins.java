package io.fairlead.agent.harvester;

import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Claimed;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Binding;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.names.FunctionNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A door without a kubelet: it takes units at once, and gives them back as soon as nobody uses them. */
final class TestingPlugins implements Plugins {
    private final Kernel kernel;
    private final FunctionNames names;
    private final Binding binding;
    private final Map<PciAddress, Map<PciAddress, Optional<String>>> taken = new HashMap<>();
    private final List<Wanted> heard = new ArrayList<>();

    TestingPlugins(Kernel kernel, FunctionNames names) {
        this.kernel = kernel;
        this.names = names;
        this.binding = new Binding(kernel);
    }

    @Override
    public synchronized void want(Wanted all) {
        heard.add(all);
    }

    synchronized Wanted wanted() {
        return heard.isEmpty() ? Wanted.of(List.of()) : heard.getLast();
    }

    /** All that it was ever told to want, since it forgot. */
    synchronized List<Wanted> heard() {
        return List.copyOf(heard);
    }

    /** As after a restart. */
    synchronized void forget() {
        heard.clear();
    }

    @Override
    public synchronized ClaimState state(String claim, PciAddress function) {
        try {
            Optional<Claimed> asked = wanted().claims().stream()
                    .filter(candidate -> candidate.name().equals(claim))
                    .findFirst();
            return asked.isPresent() ? take(asked.get()) : giveBack(function);
        } catch (KernelException refused) {
            return new ClaimState.Refused(String.valueOf(refused.getMessage()));
        }
    }

    private ClaimState take(Claimed claim) throws KernelException {
        PciInventory inventory = PciInventory.scan(kernel.root());
        List<PciAddress> unit = inventory.unit(claim.function()).orElseThrow().addresses();
        taken.putIfAbsent(claim.function(), binding.drivers(unit));
        binding.toVfio(unit);
        var model = names.resourceName(inventory.function(claim.function()).orElseThrow());
        return new ClaimState.Ready(
                claim.pooled() ? model : model.forSingle(claim.name()),
                taken.getOrDefault(claim.function(), Map.of()).getOrDefault(claim.function(), Optional.empty()),
                Optional.empty());
    }

    private ClaimState giveBack(PciAddress function) {
        try {
            for (var part : taken.getOrDefault(function, Map.of()).entrySet()) {
                binding.giveBack(part.getKey(), part.getValue());
            }
            taken.remove(function);
            return new ClaimState.Gone();
        } catch (KernelException held) {
            return new ClaimState.Leaving(String.valueOf(held.getMessage()));
        }
    }
}
