/**
 * The machine and what is in it, as values.
 *
 * <p>In goes a {@link io.fairlead.host.tree.HostRoot}: sys and proc of a live host or of a captured one. Out comes a
 * {@link io.fairlead.host.PciInventory}: every PCI function, the cards they make up, the units that can travel alone,
 * mediated and vDPA devices, and for each unit whether it may be offered or what is in the way. Scanning writes nothing.
 */
@NullMarked
package io.fairlead.host;

import org.jspecify.annotations.NullMarked;
