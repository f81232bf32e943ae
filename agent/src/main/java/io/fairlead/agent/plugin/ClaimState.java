package io.fairlead.agent.plugin;

import io.fairlead.host.names.ResourceName;
import java.util.Optional;

/** What has become of a claim. */
public sealed interface ClaimState {
    /**
     * The device is taken from the host and the kubelet may hand it out.
     *
     * @param resource name that it is offered under
     * @param driver that the function had and gets back; empty if it had none
     * @param company what else goes where it goes, and why; empty if it travels alone
     */
    record Ready(ResourceName resource, Optional<String> driver, Optional<String> company) implements ClaimState {}

    /** Not yet; it is tried again by itself. */
    record Waiting(String why) implements ClaimState {}

    /** Not before the claim, the machine or the configuration changes. */
    record Refused(String why) implements ClaimState {}

    /**
     * The claim is not wanted any more, but what it took is not given back yet.
     *
     * @param why who has it, or what else is in the way
     */
    record Leaving(String why) implements ClaimState {}

    /** Nothing of it is left: the driver is back. */
    record Gone() implements ClaimState {}
}
