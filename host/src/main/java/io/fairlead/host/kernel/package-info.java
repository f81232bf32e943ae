/**
 * The machine as something that obeys: binding a driver and giving the old one back, resets, virtual functions and their
 * settings, mediated devices, and word of what changes.
 *
 * <p>{@link io.fairlead.host.kernel.Kernel} is the one door to it, live or simulated. The operations on top of it are
 * idempotent and made of few single writes, so that whoever dies between any two of them can go on or go back. Every write
 * ends within a deadline; what went wrong comes back as a {@link io.fairlead.host.kernel.KernelException}.
 */
@NullMarked
package io.fairlead.host.kernel;

import org.jspecify.annotations.NullMarked;
