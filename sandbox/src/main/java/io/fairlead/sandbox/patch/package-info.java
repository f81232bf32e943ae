/**
 * Ways to change an object by less than all of it, and the record of who set what.
 *
 * <p>In come a stored object's tree, a patch and the kind's schema; out comes a new tree. JSON patch, merge patch and
 * strategic merge patch know nothing of ownership; {@link io.fairlead.sandbox.patch.FieldManager} does server-side apply and
 * keeps {@code metadata.managedFields} on every write. What cannot be applied is a
 * {@link io.fairlead.sandbox.status.StatusException} in the real API server's words. Inputs are never changed.
 */
@NullMarked
package io.fairlead.sandbox.patch;

import org.jspecify.annotations.NullMarked;
