/**
 * Keeps the objects: one counter of resource versions, one ordered shelf per resource type, and for each shelf a bounded
 * history of its changes.
 *
 * <p>In come finished trees with the copy they replace; out go stored objects, snapshots (also of the recent past) and an
 * endless chain of changes for watches. It knows nothing of HTTP, schemas or owners.
 */
@NullMarked
package io.fairlead.sandbox.store;

import org.jspecify.annotations.NullMarked;
