/** The {@code fairlead} command: every part of the system behind one command line. */
@NullMarked
package io.fairlead.cli;

import org.jspecify.annotations.NullMarked;
