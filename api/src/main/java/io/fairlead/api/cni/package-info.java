/**
 * k8s.cni.cncf.io/v1: the network attachments that a pod can ask Multus for.
 */
@NullMarked
package io.fairlead.api.cni;

import org.jspecify.annotations.NullMarked;
