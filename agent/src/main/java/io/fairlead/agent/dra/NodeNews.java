package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.reconcile.Events;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells admins what is wrong with the devices of a node, in the log and in events of the Node. */
final class NodeNews {
    private static final Logger log = LoggerFactory.getLogger(NodeNews.class);

    private final Events events;
    private final Node node;
    private NavigableMap<PciAddress, String> told = new TreeMap<>(); // guarded by this object's monitor
    private Set<String> unread = Set.of(); // guarded by this object's monitor

    NodeNews(Events events, String node) {
        this.events = events;
        this.node = new NodeBuilder()
                .withNewMetadata()
                .withName(node)
                .withUid(node)
                .endMetadata()
                .build();
    }

    /** Says once why something that was asked for is not offered. */
    synchronized void withheld(NavigableMap<PciAddress, String> withheld) {
        withheld.forEach((function, why) -> {
            if (!why.equals(told.get(function))) {
                log.warn("{} is not offered: {}", function, why);
                events.warning(node, "DeviceWithheld", "%s is not offered: %s".formatted(function, why));
            }
        });
        told = withheld;
    }

    /**
     * Says once what could not be read: a function that is left out is not offered, and nor is what shares its group, nor
     * what a maker of mediated devices could make.
     */
    synchronized void unread(List<String> warnings) {
        for (String warning : warnings) {
            if (!unread.contains(warning)) {
                log.warn("{}", warning);
                if (warning.startsWith(Sysfs.DEVICES) || warning.startsWith(Sysfs.MDEV_PARENTS)) {
                    events.warning(node, "DeviceUnreadable", warning);
                }
            }
        }
        unread = Set.copyOf(warnings);
    }

    void refused(String reason) {
        String words = "the kubelet refuses driver %s: %s; it has to be Kubernetes 1.34 or later"
                .formatted(PciDriver.NAME, reason);
        log.error(words);
        events.warning(node, "DriverRefused", words);
    }

    void ledgerFailed(String reason) {
        log.error("what is offered cannot be written down, so it is not published: {}", reason);
        events.warning(node, "LedgerFailed", reason);
    }

    void returnFailed(Holding holding, String why) {
        events.warning(
                node,
                "ReturnFailed",
                "%s, held by %s, is not back with the host yet: %s"
                        .formatted(holding.addresses(), holding.holder().text(), why));
    }
}
