/**
 * The kubelet's doors over Unix sockets, for authors of DRA drivers and device plugins.
 *
 * <p>A {@link io.fairlead.dra.DraDriver} goes into {@link io.fairlead.kubelet.DraPlugin}, a {@link
 * io.fairlead.kubelet.DevicePlugin} into {@link io.fairlead.kubelet.DevicePluginServer}; both serve their sockets in the {@link
 * io.fairlead.kubelet.KubeletFolder}, register, and register again whenever the kubelet starts anew or a socket is deleted.
 * {@link io.fairlead.kubelet.PodResourcesClient} asks the kubelet what it has given to which pod.
 */
@NullMarked
package io.fairlead.kubelet;

import org.jspecify.annotations.NullMarked;
