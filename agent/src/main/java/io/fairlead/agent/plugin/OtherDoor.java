package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.RefusedException;
import io.fairlead.host.PciAddress;
import java.io.IOException;
import java.util.Set;

/** The door that has what no claim is for. */
@FunctionalInterface
public interface OtherDoor {
    /** Stops offering functions there; refused while somebody was given one of them. */
    void leave(Set<PciAddress> functions) throws RefusedException, IOException;
}
