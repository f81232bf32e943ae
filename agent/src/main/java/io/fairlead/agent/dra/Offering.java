package io.fairlead.agent.dra;

import io.fairlead.agent.offer.Devices;
import io.fairlead.agent.offer.Offers;

/**
 * What the node offers at one moment, and how it describes it.
 *
 * @param offers what can be had
 * @param devices what there is to say about each
 */
record Offering(Offers offers, Devices devices) {}
