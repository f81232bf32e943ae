/**
 * metadata.resource.k8s.io: the file in which a DRA driver describes the devices of a request to the containers that use them.
 */
@NullMarked
package io.fairlead.api.metadata;

import org.jspecify.annotations.NullMarked;
