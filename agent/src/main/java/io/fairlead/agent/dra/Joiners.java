package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.host.MacAddress;
import io.fairlead.reconcile.Events;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a pod that joined a claim why it has not the hardware address that it asks for. A kubelet that has a claim prepared
 * already starts further pods with it and asks no driver, so nobody can refuse them.
 */
public final class Joiners {
    private static final Logger log = LoggerFactory.getLogger(Joiners.class);

    private final KubernetesClient client;
    private final Supplier<LedgerState> ledger;
    private final Events events;
    private Set<Complaint> told = Set.of(); // one look at a time

    private record Complaint(String pod, String text) {}

    public Joiners(KubernetesClient client, Supplier<LedgerState> ledger, Events events) {
        this.client = client;
        this.ledger = ledger;
        this.events = events;
    }

    /** One look at all claims that several pods use. What cannot be asked now is asked later. */
    public synchronized void look() {
        Set<Complaint> now = new HashSet<>();
        try {
            for (Holding holding : ledger.get().holdings().values()) {
                if (holding.stage() == Stage.HELD
                        && holding.holder() instanceof Holder.Claim claim
                        && holding.functions().stream().anyMatch(function -> function.settings() != null)) {
                    look(holding, claim, now);
                }
            }
            told = now;
        } catch (KubernetesClientException e) {
            log.debug("pods that share claims cannot be looked at now: {}", e.getMessage());
        }
    }

    private void look(Holding holding, Holder.Claim holder, Set<Complaint> now) {
        Optional<AllocatedClaim> claim = HeldClaim.find(client, holder);
        if (claim.isEmpty() || claim.get().object().getStatus().getReservedFor().size() < 2) {
            return;
        }
        for (Pod pod : ConsumerPods.of(claim.get(), client).pods()) {
            for (String text : complaints(pod, holding, holder.name())) {
                Complaint complaint = new Complaint(pod.getMetadata().getUid(), text);
                now.add(complaint);
                if (!told.contains(complaint)) {
                    log.warn("pod {}: {}", pod.getMetadata().getName(), text);
                    events.warning(pod, "AddressNotGiven", text);
                    events.warning(claim.get().object(), "AddressNotGiven", text);
                }
            }
        }
    }

    private static List<String> complaints(Pod pod, Holding holding, String claim) {
        try {
            return NetworkWishes.of(List.of(pod), claim).byRequest().entrySet().stream()
                    .flatMap(wish -> complaint(wish, holding, claim).stream())
                    .toList();
        } catch (UnpreparableException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> complaint(
            Map.Entry<String, NetworkWishes.Wish> wish, Holding holding, String claim) {
        MacAddress wanted = wish.getValue().mac();
        return holding.devices().stream()
                .filter(device -> AllocatedClaim.baseRequest(device.request()).equals(wish.getKey()))
                .map(GivenDevice::functions)
                .flatMap(functions -> holding.settings(functions).mac().stream())
                .filter(has -> !has.equals(wanted))
                .map(has ->
                        "request %s of claim %s has hardware address %s, and pod %s asks for %s in %s; pods that share a claim must agree: give this one a claim of its own"
                                .formatted(
                                        wish.getKey(),
                                        claim,
                                        has,
                                        wish.getValue().pod(),
                                        wanted,
                                        NetworkWishes.ANNOTATION))
                .findFirst();
    }
}
