/**
 * Label and field selectors, in the grammar and with the error messages of the real API server.
 *
 * <p>In comes the text of {@code labelSelector} and {@code fieldSelector}; out goes a {@link
 * io.fairlead.sandbox.selector.Selection} that says whether an object is meant.
 */
@NullMarked
package io.fairlead.sandbox.selector;

import org.jspecify.annotations.NullMarked;
