package io.fairlead.dra;

import java.util.List;

/**
 * What the author of a DRA driver writes.
 *
 * <p>Calls come on virtual threads and may block, but the kubelet gives up on a pod's calls after 45 seconds and comes again.
 * Prepare and unprepare never run at the same time as each other, unless the plugin was told so; {@link #health} may. Whatever prepare or
 * unprepare throws becomes the error of that one claim, with its message, and the kubelet shows it as an event of the pod.
 */
public interface DraDriver {
    /**
     * Makes the devices of a claim ready for the containers that use it.
     *
     * <p>Must be idempotent: it comes again for a claim that is prepared already, also in another process, and must then
     * give the same answer.
     */
    Prepared prepare(AllocatedClaim claim) throws Exception;

    /**
     * Takes the devices of a claim back.
     *
     * <p>Must be idempotent, must not need the claim in the API (it may be gone) nor this process to be the one that has
     * prepared it, and must accept a claim that was never prepared. Until it succeeds, the pod stays terminating.
     */
    void unprepare(ClaimRef claim) throws Exception;

    /** How the devices are, all or some of them; asked for every few seconds and whenever the plugin is told of a change. */
    default List<DeviceHealth> health() {
        return List.of();
    }
}
