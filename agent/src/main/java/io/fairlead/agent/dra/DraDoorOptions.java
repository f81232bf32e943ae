package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.dra.FileStore;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.ReconcileMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the DRA door works with.
 *
 * @param rules what may be given away now
 * @param cdi folder of the container runtime's CDI files
 * @param devicesOnNode where the container runtime finds the host's device nodes
 * @param podUid of the pod that the agent runs in, if instances may overlap
 */
public record DraDoorOptions(
        KubernetesClient client,
        String node,
        Kernel kernel,
        Custody custody,
        Supplier<OfferRules> rules,
        FunctionNames names,
        KubeletFolder kubelet,
        Path cdi,
        Path devicesOnNode,
        Optional<String> podUid,
        FileStore files,
        InstantSource clock,
        Events events,
        PrometheusRegistry registry,
        ReconcileMetrics reconcileMetrics) {
    /** What is published for this node now, by whichever agent. */
    List<ResourceSlice> publishedSlices() {
        return client.resources(ResourceSlice.class)
                .withField("spec.driver", PciDriver.NAME)
                .withField("spec.nodeName", node)
                .list()
                .getItems();
    }
}
