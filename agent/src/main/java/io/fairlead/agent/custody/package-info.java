/**
 * Moves devices between the host and whoever holds them, as the ledger says.
 *
 * <p>In go holdings of both doors: {@link io.fairlead.agent.custody.Custody} writes the intent down, has {@link
 * io.fairlead.agent.custody.Handover} do the work on the kernel, and writes down that it is done. What could not be given
 * back is tried again for as long as it takes. Out come devices that are ready for their holder, or back with the host.
 */
@NullMarked
package io.fairlead.agent.custody;

import org.jspecify.annotations.NullMarked;
