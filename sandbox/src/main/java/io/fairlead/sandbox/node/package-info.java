/**
 * Nodes that exist on paper only, so that pods have somewhere to run.
 *
 * <p>Bound pods come in; out go their status, the node's own Node and Lease, and a ResourceSlice with a few devices.
 *
 * <p>What is simulated as a kubelet does it: the node registers and renews its lease; a pod starts only when its claims
 * are allocated, reserved for it and prepared, and says in an event why not; a deleted pod gives its devices back before
 * it vanishes. What is not: no container runs, no image is pulled, no address answers, probes always succeed, logs and
 * exec do not exist, and the driver is part of the node instead of a process behind a socket.
 */
@NullMarked
package io.fairlead.sandbox.node;

import org.jspecify.annotations.NullMarked;
