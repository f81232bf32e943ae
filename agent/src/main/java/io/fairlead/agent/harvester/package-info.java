/**
 * What Harvester's users know, kept true by this node: devices.harvesterhci.io objects and KubeVirt's list of permitted host
 * devices.
 *
 * <p>In go the host's inventory, the claims and the KubeVirt objects of the cluster, and what the device plugins say about
 * each claim. Out come a PCIDevice per function, the status of each PCIDeviceClaim of this node, the number of virtual
 * functions that an SRIOVNetworkDevice asks for, and our entries in KubeVirt's list. What should be there is computed by
 * pure functions; {@link io.fairlead.agent.harvester.Harvester} writes what differs.
 */
@NullMarked
package io.fairlead.agent.harvester;

import org.jspecify.annotations.NullMarked;
