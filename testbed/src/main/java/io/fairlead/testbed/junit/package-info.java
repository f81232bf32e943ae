/**
 * The real cluster as a JUnit extension.
 *
 * <p>A test class with {@link io.fairlead.testbed.junit.RealCluster} gets clients, namespaces and nodes as parameters; the
 * cluster behind them is shared by all classes of a JVM that want the same kind of it.
 */
@NullMarked
package io.fairlead.testbed.junit;

import org.jspecify.annotations.NullMarked;
