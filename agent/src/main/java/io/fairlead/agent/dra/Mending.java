package io.fairlead.agent.dra;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.custody.Custody;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.host.kernel.KernelException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what claims hold as it was handed over: a device that came back from being unplugged is with the host's driver, and
 * somebody may have emptied the folder of CDI files, and an agent that was killed may not have told what it had handed over.
 * The kubelet asks for nothing while a pod runs, so nobody else would see.
 */
final class Mending {
    private static final Logger log = LoggerFactory.getLogger(Mending.class);

    private final Custody custody;
    private final ClaimFiles files;
    private final PciDriver driver;
    private Map<String, String> told = Map.of(); // one look at a time

    Mending(Custody custody, ClaimFiles files, PciDriver driver) {
        this.custody = custody;
        this.files = files;
        this.driver = driver;
    }

    /** One look at all that claims hold. What cannot be mended now is tried again at the next one. */
    synchronized void look() {
        Map<String, String> now = new HashMap<>();
        try {
            Set<String> described = files.claims();
            for (Holding holding : custody.ledger().state().holdings().values()) {
                if (holding.stage() == Stage.HELD && holding.holder() instanceof Holder.Claim claim) {
                    look(holding, claim, described.contains(holding.id()), now);
                }
            }
        } catch (IOException | KubernetesClientException e) {
            log.warn("what claims hold cannot be looked at now: {}", e.getMessage());
        }
        told = now;
    }

    private void look(Holding holding, Holder.Claim claim, boolean described, Map<String, String> now) {
        String wrong = described ? "" : "its files are gone";
        try {
            custody.verify(holding);
        } catch (KernelException e) {
            wrong = String.valueOf(e.getMessage());
        }
        if (!wrong.isEmpty()) {
            now.put(holding.id(), wrong);
            if (!wrong.equals(told.get(holding.id()))) {
                log.warn("what {} holds is not as it was handed over: {}", claim.text(), wrong);
            }
        }
        try {
            if (!wrong.isEmpty()) {
                driver.restore(holding, claim);
            }
            driver.tell(holding, claim);
        } catch (KubernetesClientException e) {
            throw e;
        } catch (Exception e) {
            log.debug("what {} holds cannot be mended now: {}", claim.text(), e.getMessage());
        }
    }
}
