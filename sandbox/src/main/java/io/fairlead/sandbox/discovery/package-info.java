/**
 * How clients find out what the server has: groups, versions, resources and the shapes of their objects.
 *
 * <p>In comes the registry as it is at that moment; out go the discovery documents, plain and aggregated, and OpenAPI.
 */
@NullMarked
package io.fairlead.sandbox.discovery;

import org.jspecify.annotations.NullMarked;
