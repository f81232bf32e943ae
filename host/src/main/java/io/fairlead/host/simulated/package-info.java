/**
 * Machines that do not exist, for tests and for a first look: a tree that behaves as Linux 6.12 does when it is written to.
 *
 * <p>In goes a captured or made-up tree; out comes a {@link io.fairlead.host.simulated.SimulatedKernel}, in memory or in a
 * directory on disk, that can be told to lose cards, to hang and to refuse. A {@link
 * io.fairlead.host.simulated.KernelServer} lends one to other processes. That it does as Linux does is checked by one suite
 * that runs on both.
 */
@NullMarked
package io.fairlead.host.simulated;

import org.jspecify.annotations.NullMarked;
