/**
 * Where a host's sys and proc come from.
 *
 * <p>{@link io.fairlead.host.tree.HostRoot} is the one door to them: a directory such as {@code /}, an archive that
 * {@code fairlead inventory --capture} made, or a tree in memory that a test built. Readers ask it for names, texts and
 * links; it answers with bounded reads and says what it could not read, and never throws for what a tree holds.
 */
@NullMarked
package io.fairlead.host.tree;

import org.jspecify.annotations.NullMarked;
