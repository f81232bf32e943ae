/**
 * What every DRA driver needs, with a kubelet or without.
 *
 * <p>A {@link io.fairlead.dra.DraDriver} is what an author writes. Its devices go into a {@link
 * io.fairlead.dra.SlicePublisher}, which keeps the cluster's ResourceSlices like them. The claims that it is asked to prepare
 * come from {@link io.fairlead.dra.Claims}; what containers shall see of their devices goes out through {@link
 * io.fairlead.dra.CdiFiles} and {@link io.fairlead.dra.MetadataFiles}. Whatever is written to disk, also a driver's own {@link
 * io.fairlead.dra.Checkpoint}, passes through a {@link io.fairlead.dra.FileStore}.
 */
@NullMarked
package io.fairlead.dra;

import org.jspecify.annotations.NullMarked;
