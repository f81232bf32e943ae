/**
 * The real parts of a cluster (Kubernetes, etcd, containerd, runc, CNI plugins), built from the Go module proxy.
 *
 * <p>A {@link io.fairlead.testbed.parts.Part} names what to build and at which version;
 * {@link io.fairlead.testbed.parts.Parts} gives the folder with its binaries, building it once per user and version.
 */
@NullMarked
package io.fairlead.testbed.parts;

import org.jspecify.annotations.NullMarked;
