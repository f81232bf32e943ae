/**
 * The machine that the testbed runs on: commands, Debian packages, long-running processes and folders.
 *
 * <p>What this machine lacks is said by {@link io.fairlead.testbed.system.MissingPrerequisite}. A
 * {@link io.fairlead.testbed.system.Daemon} either ends with this JVM, however that ends, or is meant to outlive it.
 */
@NullMarked
package io.fairlead.testbed.system;

import org.jspecify.annotations.NullMarked;
