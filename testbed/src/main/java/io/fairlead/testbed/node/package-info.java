/**
 * Real nodes: each a network, mount and process namespace with a kubelet and a containerd of its own.
 *
 * <p>A {@link io.fairlead.testbed.node.NodePlan} says who the node is and where its files and addresses are; out comes a
 * {@link io.fairlead.testbed.node.RealNode} that is Ready. When the first process of its namespaces ends, everything in
 * them ends.
 */
@NullMarked
package io.fairlead.testbed.node;

import org.jspecify.annotations.NullMarked;
