/**
 * What a container runtime does with CDI names: it looks them up in spec files and edits the container accordingly.
 *
 * <p>Names and folders go in; a {@link io.fairlead.sandbox.node.cdi.ContainerView} comes out, or the reason why a name
 * means nothing.
 */
@NullMarked
package io.fairlead.sandbox.node.cdi;

import org.jspecify.annotations.NullMarked;
