/**
 * What a request does: create, read, update, delete, list and watch, each as the real API server does it.
 *
 * <p>In comes a {@link io.fairlead.sandbox.rest.Call} that knows its resource type, and a parsed body; out goes an {@link
 * io.fairlead.sandbox.rest.Answer} or a {@link io.fairlead.sandbox.status.StatusException}. Nothing here knows of HTTP.
 */
@NullMarked
package io.fairlead.sandbox.rest;

import org.jspecify.annotations.NullMarked;
