/**
 * The structured allocator of resource.k8s.io/v1: which devices a node can give to claims, and why not.
 *
 * <p>In come ResourceSlices, DeviceClasses, what is allocated already, a Node and ResourceClaims; out comes an {@link
 * io.fairlead.allocation.Outcome}. It is first fit in the order of Kubernetes 1.36 (pools by driver and name, those with
 * binding conditions last, slices by name, devices as listed), so it picks the devices that the scheduler picks.
 *
 * <h2>Where it differs from Kubernetes 1.36.3 on purpose</h2>
 *
 * <ul>
 *   <li>{@code distinctAttribute} compares every pair of devices. Kubernetes remembers one device per request, so that a
 *       request for three may get the values a, b, a.
 *   <li>Shared counters belong to a driver's pool. Kubernetes keys them by the pool's name alone, so that two drivers
 *       with pools of one name take from each other.
 *   <li>A device that was picked with admin access stays free for other claims. In Kubernetes it is taken for all
 *       requests that follow.
 *   <li>{@code matchAttribute} over lists takes the common values back when the search goes back. Kubernetes keeps them
 *       narrowed, and so may miss an allocation.
 * </ul>
 */
@NullMarked
package io.fairlead.allocation;

import org.jspecify.annotations.NullMarked;
