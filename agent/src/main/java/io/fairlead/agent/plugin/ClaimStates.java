package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.host.Obstacle;
import io.fairlead.host.Offer;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.names.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says what each claim came to, and why. */
final class ClaimStates {
    private final Bundles bundles;
    private final Map<ResourceName, List<Listed>> plugins;
    private final LedgerState ledger;
    private final Map<String, String> troubles;

    ClaimStates(
            Bundles bundles,
            Map<ResourceName, List<Listed>> plugins,
            LedgerState ledger,
            Map<String, String> troubles) {
        this.bundles = bundles;
        this.plugins = plugins;
        this.ledger = ledger;
        this.troubles = troubles;
    }

    ClaimState of(Claimed claim) {
        Optional<PciFunction> function = bundles.function(claim.function());
        if (function.isEmpty()) {
            return new ClaimState.Refused(
                    "%s is not in this machine; see fairlead inventory for what is".formatted(claim.function()));
        }
        Optional<Bundle> bundle = bundles.of(function.get());
        if (bundle.isEmpty()) {
            return new ClaimState.Refused(claim.function() + " is a bridge, which is part of the machine");
        }
        ResourceName name = bundles.name(function.get());
        return ResourceNames.problem(name)
                .<ClaimState>map(ClaimState.Refused::new)
                .orElseGet(() -> of(claim, function.get(), bundle.get(), name));
    }

    private ClaimState of(Claimed claim, PciFunction function, Bundle bundle, ResourceName name) {
        Optional<String> trouble = bundle.holdings().stream()
                .flatMap(id -> Optional.ofNullable(troubles.get(id)).stream())
                .findFirst();
        if (trouble.isPresent()) {
            return new ClaimState.Waiting(trouble.get());
        }
        Optional<PciAddress> behindOtherDoor = bundle.functions().stream()
                .filter(part -> ledger.door(part) == Door.DRA)
                .findFirst();
        if (behindOtherDoor.isPresent()) {
            return new ClaimState.Waiting(
                    "%s is offered by dynamic resource allocation; it comes when it is withdrawn there and nobody has it"
                            .formatted(behindOtherDoor.get()));
        }
        if (!bundle.address().equals(claim.function())
                && bundles.claim(bundle.address()).isEmpty()) {
            return new ClaimState.Refused("%s can only travel with %s (%s); claim that one too"
                    .formatted(claim.function(), bundle.address(), bundle.because()));
        }
        if (bundle.offer() instanceof Offer.Withheld(List<Obstacle> obstacles) && !isTaken(bundle)) {
            return new ClaimState.Refused(obstacles.stream().map(Obstacle::text).collect(Collectors.joining("; ")));
        }
        return listed(function, bundle, name);
    }

    private ClaimState listed(PciFunction function, Bundle bundle, ResourceName name) {
        // A second function of the same name is no device of its own: its claim stands and falls with the first.
        boolean own = !name.equals(bundles.name(bundle.first()));
        String id = (own ? function.address() : bundle.address()).toString();
        Optional<Listed> device = plugins.getOrDefault(name, List.of()).stream()
                .filter(listed -> listed.id().equals(id))
                .findFirst();
        Optional<String> obstacle = device.map(Listed::obstacle).orElse(Optional.of(id + " is not listed yet"));
        return obstacle.<ClaimState>map(ClaimState.Waiting::new)
                .orElseGet(() -> new ClaimState.Ready(name, driver(function.address()), company(function, bundle)));
    }

    private static Optional<String> company(PciFunction function, Bundle bundle) {
        String others = bundle.functions().stream()
                .filter(address -> !address.equals(function.address()))
                .map(PciAddress::toString)
                .collect(Collectors.joining(", "));
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("together with %s, because %s".formatted(others, bundle.because()));
    }

    private boolean isTaken(Bundle bundle) {
        return bundle.holdings().stream().allMatch(id -> ledger.holding(id).isPresent());
    }

    private Optional<String> driver(PciAddress function) {
        return ledger.holdingOf(function).stream()
                .map(Holding::functions)
                .flatMap(List::stream)
                .filter(taken -> taken.address().equals(function))
                .map(TakenFunction::driver)
                .flatMap(driver -> Optional.ofNullable(driver).stream())
                .findFirst();
    }
}
