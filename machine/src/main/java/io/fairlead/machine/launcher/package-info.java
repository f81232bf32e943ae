/**
 * The pod that runs a machine. Comes in: an instance, the cluster's configuration and what rendering cannot know by itself
 * ({@code LauncherOptions}). Goes out: a Pod, the same for the same input, with claims, device-plugin resources, hook sidecars,
 * network annotations, memory with the overhead of running a guest, volumes and the least privileges that work.
 */
@NullMarked
package io.fairlead.machine.launcher;

import org.jspecify.annotations.NullMarked;
