/**
 * The wire: paths, query parameters, media types and bodies.
 *
 * <p>In come Jetty requests; out go bytes. {@link io.fairlead.sandbox.http.ApiHandler} finds out what a request wants,
 * lets {@code rest} do it, and writes the answer in the form that the client asked for.
 */
@NullMarked
package io.fairlead.sandbox.http;

import org.jspecify.annotations.NullMarked;
