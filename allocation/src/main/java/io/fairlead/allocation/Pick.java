package io.fairlead.allocation;

import io.fairlead.cel.Quantity;
import java.util.Map;

/**
 * A device that was chosen for a demand.
 *
 * @param share what it takes of a device that others share; empty with a device of its own
 */
record Pick(Ask ask, int device, boolean shared, Map<String, Quantity> share) {}
