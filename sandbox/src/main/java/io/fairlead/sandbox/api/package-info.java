/**
 * The door of the embedded API server: start it, get its address and a kubeconfig, close it.
 *
 * <p>In come a port and limits; out goes a server on loopback that kubectl and fabric8 can use.
 */
@NullMarked
package io.fairlead.sandbox.api;

import org.jspecify.annotations.NullMarked;
