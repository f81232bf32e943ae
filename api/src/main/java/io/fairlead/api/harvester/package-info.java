/**
 * devices.harvesterhci.io/v1beta1: the PCI functions of all nodes, claims on them, and network cards with virtual functions.
 * All are cluster-scoped. Unknown fields are kept in {@code more}.
 */
@NullMarked
package io.fairlead.api.harvester;

import org.jspecify.annotations.NullMarked;
