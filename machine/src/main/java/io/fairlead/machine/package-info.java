/**
 * A virtual machine on paper, as pure functions without I/O, clock or client. A machine's manifest, the cluster's configuration
 * and what is known of the hardware come in; out go the reasons to refuse it ({@code admission}), the pod that runs it
 * ({@code launcher}) and the libvirt domain that boots in that pod ({@code domain}). What all three share lives here.
 */
@NullMarked
package io.fairlead.machine;

import org.jspecify.annotations.NullMarked;
