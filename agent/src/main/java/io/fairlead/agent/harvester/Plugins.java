package io.fairlead.agent.harvester;

import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.host.PciAddress;

/** The door that claimed devices leave by. Calls return at once; whoever lends it says when a claim's state has changed. */
public interface Plugins {
    /** Replaces all that is wanted. */
    void want(Wanted all);

    /** What has become of a claim, also of one that is not wanted any more. */
    ClaimState state(String claim, PciAddress function);
}
