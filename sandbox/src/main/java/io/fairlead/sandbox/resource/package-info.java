/**
 * Which kinds the server knows and how each behaves: one mechanism for built-in kinds and for custom resources.
 *
 * <p>In come the built-in table and CustomResourceDefinitions; out go {@link io.fairlead.sandbox.resource.ResourceType}s,
 * found by group, version and plural in the {@link io.fairlead.sandbox.resource.Registry}. Objects are Jackson trees that
 * nobody changes once they are stored.
 */
@NullMarked
package io.fairlead.sandbox.resource;

import org.jspecify.annotations.NullMarked;
