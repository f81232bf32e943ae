/**
 * An embedded Kubernetes cluster in one JVM, for a first look, demos and fast tests.
 *
 * <p>In come HTTP requests of kubectl, fabric8 or anything else that speaks to an API server; out go the answers that the
 * real one would give. {@code api} is the door, {@code http} reads and writes requests, {@code store} keeps the objects,
 * {@code resource} says which kinds there are. Nothing survives the process.
 */
@NullMarked
package io.fairlead.sandbox;

import org.jspecify.annotations.NullMarked;
