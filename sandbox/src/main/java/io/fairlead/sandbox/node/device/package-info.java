/**
 * The simulated kubelet's side of device plugins.
 *
 * <p>In come plugins that register at {@code device-plugins/kubelet.sock} and say which devices they have, and pods that
 * ask for some; out go which container gets which devices with what the plugin wants it to see, the node's capacity, and
 * the refusal of pods that cannot be served.
 */
@NullMarked
package io.fairlead.sandbox.node.device;

import org.jspecify.annotations.NullMarked;
