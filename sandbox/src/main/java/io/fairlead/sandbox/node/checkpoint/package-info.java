/**
 * Files that a simulated kubelet keeps its memory in over a restart.
 *
 * <p>A value goes in and comes out again; a file that was damaged meanwhile is told from a good one by its checksum.
 */
@NullMarked
package io.fairlead.sandbox.node.checkpoint;

import org.jspecify.annotations.NullMarked;
