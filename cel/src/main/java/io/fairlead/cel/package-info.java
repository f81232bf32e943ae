/**
 * The expression language of Kubernetes: dev.cel with the functions, types and limits that the API server adds to it.
 *
 * <p>In come expressions as text and values (a {@link io.fairlead.cel.DeviceFacts}, the {@code self} of a custom
 * resource); out come booleans, or a {@link io.fairlead.cel.CelFailure} that says what went wrong. {@link
 * io.fairlead.cel.DeviceSelectors} compiles and caches the selectors of device claims, {@link
 * io.fairlead.cel.ValidationRules} the {@code x-kubernetes-validations} of custom resources.
 */
@NullMarked
package io.fairlead.cel;

import org.jspecify.annotations.NullMarked;
