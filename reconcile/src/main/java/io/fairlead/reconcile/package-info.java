/**
 * The controller kit: level-triggered reconciliation on top of fabric8 informers.
 *
 * <p>Changes of Kubernetes objects come in through {@link io.fairlead.reconcile.Informers}; a {@link
 * io.fairlead.reconcile.Controller} turns each into keys, puts them on its {@link io.fairlead.reconcile.WorkQueue} and
 * calls a {@link io.fairlead.reconcile.Reconciler} with one key at a time per key. What goes out is written by the
 * reconciler itself, with {@link io.fairlead.reconcile.Conditions} and {@link io.fairlead.reconcile.Events} to say why.
 * {@link io.fairlead.reconcile.LeaderElection} keeps all but one replica quiet. Clock, randomness, client and metrics
 * registry are passed in; nothing here is static state.
 */
@NullMarked
package io.fairlead.reconcile;

import org.jspecify.annotations.NullMarked;
