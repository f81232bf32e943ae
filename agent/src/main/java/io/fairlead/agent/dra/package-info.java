/**
 * The DRA driver of the node: any PCI function, whole card, virtual function or mediated device of it.
 *
 * <p>In come claims from the kubelet and changes from the kernel. {@link io.fairlead.agent.dra.PciDriver} turns a claim into
 * a holding of the ledger and into the files that containers get; {@link io.fairlead.agent.dra.DraDoor} keeps what is
 * published like what can be had. Out go answers to the kubelet, ResourceSlices, the status of claims, and Events that say
 * why not.
 */
@NullMarked
package io.fairlead.agent.dra;

import org.jspecify.annotations.NullMarked;
