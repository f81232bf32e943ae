/**
 * The second door: devices leave the host through the kubelet's device plugins, under the names that Harvester and KubeVirt
 * know.
 *
 * <p>In go what is claimed ({@link io.fairlead.agent.plugin.Wanted}), the host's kernel, the ledger and what the kubelet and
 * the API tell of pods. Out come one device plugin per resource name, and for each claim its {@link
 * io.fairlead.agent.plugin.ClaimState}. What is offered, preferred, answered and set free is decided by pure functions;
 * {@link io.fairlead.agent.plugin.PluginDoor} carries it out.
 */
@NullMarked
package io.fairlead.agent.plugin;

import org.jspecify.annotations.NullMarked;
