package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.offer.Devices;
import io.fairlead.agent.offer.MdevMost;
import io.fairlead.agent.offer.Offered;
import io.fairlead.agent.offer.Offers;
import io.fairlead.dra.DroppedFields;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciInventory;
import io.fairlead.kubelet.DraPlugin;
import io.fairlead.kubelet.DraPluginOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The DRA door of a node: keeps ResourceSlices and the ledger's doors like what the rules allow and the machine has, and
 * serves the kubelet.
 */
public final class DraDoor implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DraDoor.class);
    private static final PciInventory NOTHING =
            new PciInventory(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    private final DraDoorOptions options;
    private final CounterSupport counters;
    private final ClaimStatuses statuses;
    private final DraMetrics metrics;
    private final MdevMost mdevMost = new MdevMost();
    private final ClaimFiles files;
    private final NodeNews news;

    private boolean remembered; // guarded by this object's monitor
    private volatile Offering offering;
    private volatile Publication publication;
    private volatile boolean registered;
    private volatile boolean published;
    private @Nullable DraPlugin plugin; // guarded by this object's monitor
    private @Nullable Mending mending; // guarded by this object's monitor

    private DraDoor(DraDoorOptions options) {
        this.options = options;
        this.counters = new CounterSupport(options.client(), options.node());
        this.statuses = new ClaimStatuses(options.client(), options.clock(), options.reconcileMetrics());
        this.metrics = new DraMetrics(options.registry());
        this.files = ClaimFiles.of(options);
        this.news = new NodeNews(options.events(), options.node());
        this.publication = Publication.none(options.node());
        this.offering = new Offering(Offers.none(), new Devices(options.names(), NOTHING, _ -> Optional.empty()));
    }

    /** Returns when the kubelet may call; what is offered is published soon after. */
    public static DraDoor start(DraDoorOptions options) throws IOException {
        DraDoor door = new DraDoor(options);
        options.custody().traces(Door.DRA, door::forget);
        door.refresh();
        door.open();
        return door;
    }

    private void forget(Holding holding) throws IOException {
        files.remove(holding);
        statuses.forget(holding.id());
    }

    private synchronized void open() throws IOException {
        PciDriver driver = new PciDriver(
                options.client(),
                options.custody(),
                files,
                () -> offering,
                () -> publication.health(options.clock().instant()),
                statuses,
                options.events(),
                metrics);
        DraPluginOptions plain = DraPluginOptions.of(PciDriver.NAME, options.node(), options.client())
                .withKubelet(options.kubelet())
                .withConcurrentCalls()
                .withMetrics(options.reconcileMetrics())
                .withListener(new Listening());
        DraPlugin started =
                DraPlugin.start(options.podUid().map(plain::withRollingUpdate).orElse(plain), driver);
        plugin = started;
        mending = new Mending(options.custody(), files, driver);
        publish();
    }

    private final class Listening implements DraPlugin.Listener {
        @Override
        public void registered() {
            registered = true;
            metrics.registered();
            log.info("the kubelet has taken driver {}", PciDriver.NAME);
        }

        @Override
        public void refused(String reason) {
            registered = false;
            metrics.refused();
            news.refused(reason);
        }

        @Override
        public void published() {
            published = true;
        }

        @Override
        public void dropped(DroppedFields fields) {
            if (fields.fields().stream().anyMatch(field -> field.contains("ounters"))) {
                counters.dropped();
                Thread.ofVirtual().start(DraDoor.this::refresh);
            }
        }

        @Override
        public void failed(String reason) {
            log.warn("devices are not published yet: {}", reason);
        }
    }

    /** Whether the kubelet knows the driver and the cluster its devices. */
    public boolean isReady() {
        return registered && published;
    }

    /** Looks at the whole machine, and changes what is offered accordingly. */
    public synchronized void refresh() {
        PciInventory inventory = PciInventory.scan(options.kernel().root());
        offering = look(inventory);
        news.withheld(offering.offers().withheld());
        news.unread(inventory.warnings());
        try {
            Set<PciAddress> functions = offering.offers().functions();
            options.custody().ledger().change(state -> state.offer(functions, Door.DRA));
            publish();
            options.custody().ledger().change(state -> state.withdraw(over(state, functions)));
        } catch (RefusedException e) {
            throw new IllegalStateException("doors changed under the ledger's own rules", e);
        } catch (IOException e) {
            news.ledgerFailed(String.valueOf(e.getMessage()));
        }
    }

    /** Sees that what claims hold is as it was handed over. */
    public void mend() {
        Mending started;
        synchronized (this) {
            started = mending;
        }
        if (started != null) {
            started.look();
        }
    }

    private synchronized void publish() {
        publication = Publication.of(
                options.node(), offering, options.custody().ledger().state(), publication);
        if (plugin != null && counters.known().isPresent()) {
            plugin.publish(List.of(publication.pool()));
            plugin.healthChanged();
        }
    }

    /** Mediated devices that are in use hide how many there could be; what was published before this agent does not. */
    private void rememberMdevs(PciInventory inventory) {
        if (!remembered
                && !inventory.mdevParents().isEmpty()
                && counters.known().isPresent()) {
            try {
                mdevMost.remember(options.publishedSlices());
                remembered = true;
            } catch (KubernetesClientException e) {
                log.warn("what was published before cannot be read yet: {}", e.getMessage());
            }
        }
    }

    private Offering look(PciInventory inventory) {
        rememberMdevs(inventory);
        LedgerState state = options.custody().ledger().state();
        Offers all = Offers.of(
                options.rules().get(),
                inventory,
                options.node(),
                counters.known().orElse(true),
                mdevMost);
        List<Offered> ours = all.devices().stream()
                .filter(device -> device.addresses().stream().allMatch(function -> state.door(function) != Door.PLUGIN))
                .toList();
        Map<PciAddress, Optional<String>> drivers = state.holdings().values().stream()
                .flatMap(holding -> holding.functions().stream())
                .collect(Collectors.toMap(
                        TakenFunction::address, function -> Optional.ofNullable(function.driver()), (one, _) -> one));
        return new Offering(
                new Offers(ours, all.withheld()),
                new Devices(options.names(), inventory, function -> drivers.getOrDefault(function, Optional.empty())));
    }

    /** Functions that were offered and are not any more; what somebody has stays until it is given back. */
    private static Set<PciAddress> over(LedgerState state, Set<PciAddress> offered) {
        Set<PciAddress> over = new TreeSet<>();
        state.doors().forEach((function, door) -> {
            if (door == Door.DRA
                    && !offered.contains(function)
                    && state.holdingOf(function).isEmpty()) {
                over.add(function);
            }
        });
        return over;
    }

    /**
     * Stops offering functions, so that another door can have them. Refused while somebody has one of them, or a claim was
     * given one and has not asked for it yet; then they are offered again.
     */
    public synchronized void leave(Set<PciAddress> functions) throws RefusedException, IOException {
        LedgerState before = options.custody().ledger().state();
        Offering all = offering;
        List<Offered> staying = all.offers().devices().stream()
                .filter(device -> device.addresses().stream().noneMatch(functions::contains))
                .toList();
        Set<String> leaving = all.offers().devices().stream()
                .map(Offered::name)
                .filter(name ->
                        staying.stream().noneMatch(device -> device.name().equals(name)))
                .collect(Collectors.toSet());
        offering = new Offering(new Offers(staying, all.offers().withheld()), all.devices());
        publish();
        Optional<ResourceClaim> claim = claimOf(leaving);
        if (claim.isPresent()) {
            offering = all;
            publish();
            throw new RefusedException("%s cannot leave door %s: claim %s/%s was given one of them"
                    .formatted(
                            functions,
                            Door.DRA,
                            claim.get().getMetadata().getNamespace(),
                            claim.get().getMetadata().getName()));
        }
        options.custody()
                .ledger()
                .change(state -> state.withdraw(before.doors().keySet().stream()
                        .filter(function -> functions.contains(function) && state.door(function) == Door.DRA)
                        .toList()));
    }

    private Optional<ResourceClaim> claimOf(Set<String> devices) {
        return options.client().resources(ResourceClaim.class).inAnyNamespace().list().getItems().stream()
                .filter(claim -> claim.getStatus() != null
                        && claim.getStatus().getAllocation() != null
                        && claim.getStatus().getAllocation().getDevices() != null
                        && claim.getStatus().getAllocation().getDevices().getResults().stream()
                                .anyMatch(result -> isOurs(result) && devices.contains(result.getDevice())))
                .findFirst();
    }

    private boolean isOurs(DeviceRequestAllocationResult result) {
        return PciDriver.NAME.equals(result.getDriver()) && options.node().equals(result.getPool());
    }

    /** Something could not be given back. */
    public void returnFailed(Holding holding, String why) {
        news.returnFailed(holding, why);
    }

    @Override
    public void close() {
        DraPlugin started;
        synchronized (this) {
            started = plugin;
            plugin = null;
        }
        if (started != null) {
            started.close();
        }
        statuses.close();
    }
}
