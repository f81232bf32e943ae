package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.host.MdevInstance;
import io.fairlead.host.MdevParent;
import io.fairlead.host.MdevType;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.ResourceName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Makes the {@link Catalog} from what is in the machine, what the cluster wants and what the ledger says.
 *
 * <p>Pure. {@code troubles} tells, by the ledger's ids, what keeps something that was taken from being used.
 */
final class CatalogBuilder {
    private static final NavigableMap<ResourceName, List<PciAddress>> NO_NAMES = Collections.emptyNavigableMap();

    private final PciInventory inventory;
    private final Wanted wanted;
    private final LedgerState ledger;
    private final Map<String, String> troubles;
    private final Bundles bundles;
    private final NavigableMap<ResourceName, List<Listed>> plugins = new TreeMap<>();
    private final NavigableMap<String, Unit> units = new TreeMap<>();

    private CatalogBuilder(
            PciInventory inventory,
            FunctionNames names,
            Wanted wanted,
            LedgerState ledger,
            Map<String, String> troubles) {
        this.inventory = inventory;
        this.wanted = wanted;
        this.ledger = ledger;
        this.troubles = troubles;
        this.bundles = new Bundles(inventory, names, wanted);
    }

    static Catalog build(
            PciInventory inventory,
            FunctionNames names,
            Wanted wanted,
            LedgerState ledger,
            Map<String, String> troubles) {
        CatalogBuilder builder = new CatalogBuilder(inventory, names, wanted, ledger, troubles);
        builder.listFunctions();
        builder.listMediated();
        builder.listLeaving();
        builder.judge();
        ClaimStates states = new ClaimStates(builder.bundles, builder.plugins, ledger, troubles);
        Map<String, ClaimState> claims = new HashMap<>();
        wanted.claims().forEach(claim -> claims.put(claim.name(), states.of(claim)));
        return new Catalog(builder.plugins, builder.units, builder.elsewhere(), claims);
    }

    /** A name exists from the first claim to the last; then all functions of that name are on its list. */
    private void listFunctions() {
        Set<ResourceName> claimed = new HashSet<>();
        wanted.claims().stream()
                .flatMap(claim -> bundles.function(claim.function()).stream())
                .map(bundles::name)
                .filter(name -> ResourceNames.problem(name).isEmpty())
                .forEach(claimed::add);
        for (PciFunction function : inventory.functions()) {
            ResourceName name = bundles.name(function);
            if (claimed.contains(name)) {
                bundles.of(function).filter(this::isOurs).ifPresent(bundle -> list(function, name, bundle));
            }
        }
    }

    /** What a claim is for, the other door has to let go of; what may not be given away at all it need not. */
    private NavigableMap<String, Set<PciAddress>> elsewhere() {
        NavigableMap<String, Set<PciAddress>> all = new TreeMap<>();
        for (Claimed claim : wanted.claims()) {
            bundles.function(claim.function())
                    .flatMap(bundles::of)
                    .filter(bundle -> bundle.address().equals(claim.function())
                            && bundle.functions().stream().anyMatch(function -> ledger.door(function) == Door.DRA))
                    .ifPresent(bundle -> all.put(bundle.address().toString(), Set.copyOf(bundle.functions())));
        }
        return all;
    }

    private boolean isOurs(Bundle bundle) {
        return bundle.functions().stream().noneMatch(function -> ledger.door(function) == Door.DRA)
                && (bundle.offer().isOfferable()
                        || bundle.holdings().stream()
                                .allMatch(id -> ledger.holding(id).isPresent()));
    }

    private void list(PciFunction function, ResourceName name, Bundle bundle) {
        boolean first = function.address().equals(bundle.address());
        if (!first && name.equals(bundles.name(bundle.first()))) {
            return; // a second function of the same name does not make a second device
        }
        add(new Listed(
                name,
                function.address().toString(),
                first ? bundle.kind() : Listed.Kind.FUNCTION,
                bundle.functions(),
                bundle.holdings(),
                first ? brought(bundle) : NO_NAMES,
                first ? Optional.empty() : Optional.of(bundle.address().toString()),
                function.numaNode(),
                function.address().withFunction(0).toString(),
                Optional.empty()));
        bundles.claim(function.address()).filter(_ -> first).ifPresent(claim -> {
            for (PassthroughUnit unit : bundle.units()) {
                units.put(
                        Bundle.holding(unit),
                        new Unit(Bundle.holding(unit), unit.functions(), List.of(), claim.bind()));
            }
        });
    }

    /** A machine that names a GPU and its audio function separately asks for one unit, and has to find both in it. */
    private NavigableMap<ResourceName, List<PciAddress>> brought(Bundle bundle) {
        NavigableMap<ResourceName, List<PciAddress>> brought = new TreeMap<>();
        if (bundle.kind() == Listed.Kind.FUNCTION) {
            bundle.functions().stream()
                    .flatMap(address -> bundles.function(address).stream())
                    .filter(function -> !bundles.name(function).equals(bundles.name(bundle.first())))
                    .forEach(function -> brought.computeIfAbsent(bundles.name(function), _ -> new ArrayList<>())
                            .add(function.address()));
        }
        return brought;
    }

    private void listMediated() {
        for (MdevParent parent : inventory.mdevParents()) {
            for (MdevInstance instance : parent.instances()) {
                parent.types().stream()
                        .filter(type -> type.id().equals(instance.type()))
                        .map(MdevType::name)
                        .flatMap(type -> Optional.ofNullable(wanted.mediated().get(type)).stream())
                        .filter(_ -> isNotMadeForAClaim(instance))
                        .findFirst()
                        .ifPresent(name -> list(parent, instance, name));
            }
        }
    }

    private boolean isNotMadeForAClaim(MdevInstance instance) {
        return ledger.holdings().values().stream()
                .filter(holding -> holding.door() == Door.DRA)
                .flatMap(holding -> holding.mdevs().stream())
                .noneMatch(made -> made.uuid().toString().equals(instance.uuid()));
    }

    private void list(MdevParent parent, MdevInstance instance, ResourceName name) {
        String id = instance.uuid();
        OptionalInt numaNode = parent.function()
                .flatMap(bundles::function)
                .map(PciFunction::numaNode)
                .orElse(OptionalInt.empty());
        add(new Listed(
                name,
                id,
                Listed.Kind.MEDIATED,
                List.of(),
                List.of(id),
                NO_NAMES,
                Optional.empty(),
                numaNode,
                parent.name(),
                Optional.empty()));
        TakenMdev made = new TakenMdev(UUID.fromString(id), parent.name(), instance.type());
        units.put(id, new Unit(id, List.of(), List.of(made), false));
    }

    /** What a container still has under a name that it left stays on that name's list, so that nobody else gets it. */
    private void listLeaving() {
        for (Holding holding : handed()) {
            for (GivenDevice given : holding.devices()) {
                ResourceName name = ResourceName.parse(given.pool());
                if (find(name, given.name()).isEmpty()) {
                    add(new Listed(
                            name,
                            given.name(),
                            given.mdev() == null ? Listed.Kind.FUNCTION : Listed.Kind.MEDIATED,
                            given.functions(),
                            List.of(holding.id()),
                            NO_NAMES,
                            Optional.empty(),
                            OptionalInt.empty(),
                            given.name(),
                            Optional.of("%s is no longer offered as %s; %s still has it"
                                    .formatted(
                                            given.name(), name, holding.holder().text()))));
                }
            }
        }
    }

    private List<Holding> handed() {
        return ledger.holdings().values().stream()
                .filter(holding -> holding.door() == Door.PLUGIN && holding.holder() instanceof Holder.Handed)
                .toList();
    }

    /** Companions come last: what is in the way of a device is in the way of its companions too. */
    private void judge() {
        plugins.replaceAll((_, devices) -> devices.stream()
                .map(device ->
                        device.obstacle().isPresent() || device.companionOf().isPresent()
                                ? device
                                : device.because(obstacle(device)))
                .toList());
        Map<String, Listed> firsts = new HashMap<>();
        all().filter(device -> device.companionOf().isEmpty()).forEach(device -> firsts.put(device.id(), device));
        plugins.replaceAll((_, devices) -> devices.stream()
                .map(device -> device.companionOf().isEmpty()
                        ? device
                        : device.because(unclaimed(device).or(() -> ofCompanion(device, firsts))))
                .toList());
    }

    private static Optional<String> ofCompanion(Listed device, Map<String, Listed> firsts) {
        String first = device.companionOf().orElseThrow();
        return Optional.ofNullable(firsts.get(first))
                .map(Listed::obstacle)
                .orElse(Optional.of("%s can only travel with %s, which is not claimed".formatted(device.id(), first)));
    }

    private Optional<String> obstacle(Listed device) {
        return unclaimed(device)
                .or(() -> device.holdings().stream()
                        .flatMap(id -> obstacle(device, id).stream())
                        .findFirst());
    }

    private Optional<String> unclaimed(Listed device) {
        return device.kind() == Listed.Kind.MEDIATED
                        || bundles.claim(PciAddress.parse(device.id())).isPresent()
                ? Optional.empty()
                : Optional.of(device.id() + " has no PCIDeviceClaim");
    }

    private Optional<String> obstacle(Listed device, String id) {
        if (troubles.containsKey(id)) {
            return Optional.of(troubles.get(id));
        }
        Optional<Holding> holding = ledger.holding(id);
        if (holding.isEmpty() || holding.get().stage() != Stage.HELD) {
            return Optional.of(id + " is not taken from the host yet");
        }
        return changedUnit(holding.get()).or(() -> heldOtherwise(device, holding.get()));
    }

    /** What shares its group with something new cannot be used before both are taken. */
    private Optional<String> changedUnit(Holding holding) {
        return Optional.ofNullable(units.get(holding.id()))
                .filter(unit -> !unit.addresses().equals(holding.addresses()))
                .map(unit -> "its IOMMU group had %s and has %s now; it is taken anew when nobody has it"
                        .formatted(holding.addresses(), unit.addresses()));
    }

    /** The kubelet knows that it handed out this device, and nothing of others that have the same unit. */
    private Optional<String> heldOtherwise(Listed device, Holding holding) {
        if (!(holding.holder() instanceof Holder.Handed)) {
            return Optional.empty();
        }
        return holding.devices().stream()
                .filter(given -> !given.isNamedAs(device.given()) && !isCompanion(given, device))
                .findFirst()
                .map(given -> "%s is still held as %s %s by %s"
                        .formatted(
                                holding.id(),
                                given.pool(),
                                given.name(),
                                holding.holder().text()));
    }

    private boolean isCompanion(GivenDevice given, Listed device) {
        return find(ResourceName.parse(given.pool()), given.name())
                .flatMap(Listed::companionOf)
                .filter(device.id()::equals)
                .isPresent();
    }

    private Optional<Listed> find(ResourceName name, String id) {
        return plugins.getOrDefault(name, List.of()).stream()
                .filter(device -> device.id().equals(id))
                .findFirst();
    }

    private Stream<Listed> all() {
        return plugins.values().stream().flatMap(List::stream);
    }

    private void add(Listed device) {
        plugins.computeIfAbsent(device.resource(), _ -> new ArrayList<>()).add(device);
    }
}
