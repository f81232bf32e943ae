/**
 * Whether a machine, a claim on a device or a network card may be stored as it is. Comes in: the object, the cluster's
 * configuration and, where there is one, a snapshot of the hardware. Goes out: all causes to refuse it at once, in a stable
 * order, with the types, fields and messages that KubeVirt's webhook gives.
 */
@NullMarked
package io.fairlead.machine.admission;

import org.jspecify.annotations.NullMarked;
