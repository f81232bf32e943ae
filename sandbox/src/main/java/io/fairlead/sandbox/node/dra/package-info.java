/**
 * The simulated kubelet's side of Dynamic Resource Allocation.
 *
 * <p>In come pods that start and end, and drivers that register; out go calls to the drivers, and the CDI names that each
 * container is to get. {@link io.fairlead.sandbox.node.dra.DraManager} decides what is called and remembers it in a
 * checkpoint; {@link io.fairlead.sandbox.node.dra.DraPlugins} knows the drivers and wipes the slices of those that are
 * away for too long.
 */
@NullMarked
package io.fairlead.sandbox.node.dra;

import org.jspecify.annotations.NullMarked;
