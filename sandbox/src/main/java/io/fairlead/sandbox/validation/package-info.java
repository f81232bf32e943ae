/**
 * What is wrong with an object, in the words of the real API server.
 *
 * <p>In come an object's tree, and the stored one when it is an update; out come the {@code causes} of a 422. Rules that
 * every object has to keep (names, labels, owners, what never changes) are in {@code MetadataRules}; rules of one kind are
 * in a class named after it and found through {@code KindRules}. Pure functions over trees.
 */
@NullMarked
package io.fairlead.sandbox.validation;

import org.jspecify.annotations.NullMarked;
