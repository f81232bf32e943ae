/**
 * A real Kubernetes on this machine, to test on.
 *
 * <p>{@link io.fairlead.testbed.Testbed} starts a control plane and, on request, nodes; tests get one through
 * {@link io.fairlead.testbed.junit.RealCluster}, people through {@code fairlead testbed up}. Everything that runs lives in
 * one {@link io.fairlead.testbed.Slot}: a numbered folder from which it can be ended and swept, also after a crash.
 */
@NullMarked
package io.fairlead.testbed;

import org.jspecify.annotations.NullMarked;
