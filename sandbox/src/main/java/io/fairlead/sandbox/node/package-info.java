/**
 * Nodes that exist on paper only, so that pods have somewhere to run and drivers have a kubelet to talk to.
 *
 * <p>Bound pods come in, and drivers and plugins at the kubelet's sockets; out go calls to them, the pods' status, the
 * node's own Node and Lease.
 *
 * <p>What is simulated as a kubelet does it: plugins are found in {@code plugins_registry} and register at {@code
 * device-plugins/kubelet.sock}; a pod is refused when its devices cannot be had, starts only when its claims are allocated,
 * reserved for it and prepared, and says in an event why not; a pod that ends gives its claims back before it is called
 * finished; what is remembered over a restart and what is forgotten; slices are wiped; {@code pod-resources} answers. What a
 * container would see by its devices can be read. What is not: no container runs, no image is pulled, no address answers,
 * probes always succeed, logs and exec do not exist, and NUMA nodes are not aligned.
 */
@NullMarked
package io.fairlead.sandbox.node;

import org.jspecify.annotations.NullMarked;
