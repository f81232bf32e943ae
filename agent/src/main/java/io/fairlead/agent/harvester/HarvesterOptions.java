package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.reconcile.ReconcileMetrics;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What this part of the agent works with.
 *
 * @param node name of the Node
 * @param kernel the host's
 * @param ledger shared with both doors; only read here
 * @param client of the cluster
 * @param names what functions are called
 * @param clock tells the time
 * @param look how often everything is looked at, whatever was heard meanwhile
 * @param metrics of the controllers
 */
public record HarvesterOptions(
        String node,
        Kernel kernel,
        Ledger ledger,
        KubernetesClient client,
        FunctionNames names,
        InstantSource clock,
        Duration look,
        ReconcileMetrics metrics) {
    /** How often Harvester itself looks. */
    public static final Duration LOOK = Duration.ofSeconds(30);
}
