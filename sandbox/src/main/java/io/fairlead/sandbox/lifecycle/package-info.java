/**
 * What the control plane does to objects by itself, behind the clients' backs: it collects what has lost its owner, empties
 * namespaces that are deleted, and puts the kinds of CustomResourceDefinitions into service.
 *
 * <p>In come the changes of the store; out go more changes. One thread of its own works through them in order, so nothing
 * here needs a lock, and a reader of the API sees each step as it would on a real cluster.
 */
@NullMarked
package io.fairlead.sandbox.lifecycle;

import org.jspecify.annotations.NullMarked;
