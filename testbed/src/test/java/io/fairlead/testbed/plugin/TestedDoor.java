package io.fairlead.testbed.plugin;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.agent.Life;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.custody.CustodyMetrics;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Claimed;
import io.fairlead.agent.plugin.Periods;
import io.fairlead.agent.plugin.PluginDoor;
import io.fairlead.agent.plugin.PluginDoorOptions;
import io.fairlead.agent.plugin.Pods;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.dra.FileStore;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.ResourceName;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.reconcile.Informers;
import io.fairlead.sandbox.node.SimulatedNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An agent reduced to the device plugins' door, that can be killed and started again. */
final class TestedDoor implements AutoCloseable {
    /** Short enough for many steps, in the same order as in earnest; the fourth is longer than a busy machine dawdles. */
    static final Periods QUICK = new Periods(
            Duration.ofMillis(500),
            Duration.ofMillis(10),
            Duration.ofMillis(30),
            Duration.ofSeconds(20),
            Duration.ofSeconds(5),
            Duration.ofMillis(5));

    /** What an agent finds at its start. */
    record Place(
            KubernetesClient client,
            String node,
            Kernel kernel,
            KubeletFolder kubelet,
            Path devices,
            Path state,
            FileStore files,
            Periods periods) {
        /** On a simulated node, with its state in the folder, and in a hurry. */
        static Place on(SimulatedNode node, KubernetesClient client, Kernel kernel, Path folder, FileStore files) {
            return new Place(
                    client,
                    node.name(),
                    kernel,
                    KubeletFolder.at(node.kubeletRoot()),
                    Path.of("/dev"),
                    folder.resolve("state"),
                    files,
                    QUICK);
        }
    }

    private final Place place;
    private Life life = Life.withoutEnd();
    private Wanted wanted = Wanted.of(List.of());
    private Informers informers;
    private Ledger ledger;
    private PluginDoor door;

    TestedDoor(Place place) throws IOException {
        this.place = place;
        start();
    }

    private void start() throws IOException {
        informers = new Informers(place.client());
        SharedIndexInformer<Pod> pods =
                informers.of(place.client().pods().inAnyNamespace().withField("spec.nodeName", place.node()));
        Kernel kernel = life.kernel(place.kernel());
        ledger = Ledger.open(life.files(place.files()), place.state(), "boot");
        Custody custody = new Custody(ledger, kernel, new CustodyMetrics(new PrometheusRegistry(), ledger));
        door = PluginDoor.start(
                new PluginDoorOptions(
                        kernel,
                        custody,
                        place.kubelet(),
                        Cards.NAMES,
                        place.devices(),
                        functions -> {},
                        InstantSource.system(),
                        place.periods()),
                changed -> Pods.of(pods, changed),
                () -> {});
        informers.start();
        door.want(wanted);
    }

    /** Killed at whatever it is doing, and started again. */
    void crash() throws IOException {
        life.kill();
        live(Life.withoutEnd());
    }

    /** Starts it again, to die when its new life says so. */
    void live(Life next) throws IOException {
        close();
        life = next;
        start();
    }

    boolean isDead() {
        return life.isDead();
    }

    void want(Wanted all) {
        wanted = all;
        door.want(all);
    }

    void claim(String... addresses) {
        want(Wanted.of(claims(addresses)));
    }

    void claimCards(ResourceName name, String... addresses) {
        want(new Wanted(claims(addresses), Map.of(), Set.of(name), Map.of()));
    }

    private List<Claimed> claims(String... addresses) {
        return List.of(addresses).stream()
                .map(address -> Cards.claim(place.node(), address))
                .toList();
    }

    ClaimState state(String address) {
        Claimed claim = Cards.claim(place.node(), address);
        return door.state(claim.name(), claim.function());
    }

    LedgerState ledger() {
        return ledger.state();
    }

    /** Units that somebody has, as far as the ledger knows. */
    List<Holding> handed() {
        return ledger().holdings().values().stream()
                .filter(holding -> holding.door() == Door.PLUGIN && holding.holder() instanceof Holder.Handed)
                .toList();
    }

    @Override
    public void close() throws IOException {
        door.close();
        informers.close();
        ledger.close();
    }
}
