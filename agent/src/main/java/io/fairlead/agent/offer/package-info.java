/**
 * What a node gives away: the admin's word, held against what is in the machine.
 *
 * <p>In go {@link io.fairlead.agent.offer.OfferRules} and a {@link io.fairlead.host.PciInventory}. Out come {@link
 * io.fairlead.agent.offer.Offers}: devices with their attributes, capacities and counters, and for what was asked for and
 * cannot be given, the reason. All of it is pure; the host's own is never among the offers.
 */
@NullMarked
package io.fairlead.agent.offer;

import org.jspecify.annotations.NullMarked;
