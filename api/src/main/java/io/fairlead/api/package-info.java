/**
 * Kubernetes types that others defined and Fairlead serves or reads: what comes in as YAML or JSON goes out again with every
 * field that these types do not know. Packages go by API group: {@code kubevirt} (kubevirt.io/v1), {@code harvester}
 * (devices.harvesterhci.io/v1beta1), {@code cni} (k8s.cni.cncf.io/v1), {@code metadata} (device metadata files). There is no
 * logic here. The CRDs under {@code resources/crds} are generated from these types.
 */
@NullMarked
package io.fairlead.api;

import org.jspecify.annotations.NullMarked;
