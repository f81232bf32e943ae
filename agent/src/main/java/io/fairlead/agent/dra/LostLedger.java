package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.offer.Devices;
import io.fairlead.agent.offer.MdevMost;
import io.fairlead.agent.offer.Offers;
import io.fairlead.host.PciInventory;
import io.fairlead.kubelet.PodResourcesClient;
import io.fairlead.wire.podresources.v1.PodResources;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks everybody who may know what a lost ledger said about claims. */
public final class LostLedger {
    private static final Logger log = LoggerFactory.getLogger(LostLedger.class);

    private LostLedger() {}

    /**
     * Puts together what it must have said.
     *
     * @throws KubernetesClientException if the API server cannot be asked: without it nobody knows
     */
    public static LedgerState rebuild(DraDoorOptions options, LedgerState state) throws IOException {
        String node = options.node();
        PciInventory inventory = PciInventory.scan(options.kernel().root());
        Devices devices = new Devices(options.names(), inventory, _ -> Optional.empty());
        List<Device> now = Offers.of(options.rules().get(), inventory, node, true, new MdevMost()).devices().stream()
                .map(offered -> devices.device(offered, List.of()))
                .toList();
        List<ResourceClaim> claims = options.client()
                .resources(ResourceClaim.class)
                .inAnyNamespace()
                .list()
                .getItems();
        ClaimFiles files = ClaimFiles.of(options);
        List<Device> published = options.publishedSlices().stream()
                .flatMap(slice -> slice.getSpec().getDevices().stream())
                .toList();
        return new Rebuild(
                        inventory,
                        List.of(now, files.given(), published),
                        claims,
                        files.described(),
                        podResources(options))
                .add(state, node);
    }

    private static List<PodResources> podResources(DraDoorOptions options) {
        try (PodResourcesClient kubelet = PodResourcesClient.of(options.kubelet())) {
            return kubelet.list();
        } catch (StatusRuntimeException e) {
            log.warn(
                    "the kubelet cannot be asked what pods have ({}); what a process has open stays all the same",
                    e.getMessage());
            return List.of();
        }
    }
}
