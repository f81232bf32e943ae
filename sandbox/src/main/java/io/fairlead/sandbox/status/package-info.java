/**
 * Answers that are not objects: the API's {@code Status}, as an exception that every layer may throw.
 *
 * <p>In comes what went wrong, in the words of the caller; out goes the JSON body with the code, reason, message and
 * details that the real API server would send.
 */
@NullMarked
package io.fairlead.sandbox.status;

import org.jspecify.annotations.NullMarked;
