/**
 * What makes an API server a cluster: the resourceclaim controller and the scheduler, in this process.
 *
 * <p>Pods, claims, templates, nodes, slices and classes come in through informers; out go claims, their allocations and
 * reservations, bindings of pods to nodes, and the reasons why not. {@link io.fairlead.sandbox.control.Controllers}
 * starts them all on one client. The decisions are pure functions ({@code Placement}, {@code NodeFit}); only the
 * reconcilers write. Scheduling knows node selectors, required node affinity, taints, resources and claims; it does not
 * know preferences, pod affinity, topology spread, preemption and claims for extended resources.
 */
@NullMarked
package io.fairlead.sandbox.control;

import org.jspecify.annotations.NullMarked;
