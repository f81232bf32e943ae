/**
 * What an object of a kind may look like: one {@link io.fairlead.sandbox.schema.Schema} for built-in kinds and for CRDs.
 *
 * <p>In come a schema (the captured OpenAPI of the built-in kinds, or a CRD's structural schema) and a JSON tree; out come
 * a new tree without unknown fields and with defaults, and what is wrong with it in the real API server's words. Nothing
 * here changes its input or does I/O, except for reading the captured document from the class path once.
 */
@NullMarked
package io.fairlead.sandbox.schema;

import org.jspecify.annotations.NullMarked;
