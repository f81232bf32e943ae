/**
 * The tables of {@code kubectl get}: the columns of each built-in kind, and those that a CustomResourceDefinition names.
 *
 * <p>In comes an object and the time; out goes a cell. The words in the cells are those of the real API server, because
 * people and scripts read them.
 */
@NullMarked
package io.fairlead.sandbox.table;

import org.jspecify.annotations.NullMarked;
