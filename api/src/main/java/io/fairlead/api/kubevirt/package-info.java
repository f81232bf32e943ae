/**
 * kubevirt.io/v1: VirtualMachine, VirtualMachineInstance and KubeVirt, as records that keep unknown fields in {@code more}.
 * Wire names are those of KubeVirt; {@code groupFunctions} and {@code pciDeviceClaim} are additions that a stock KubeVirt ignores.
 */
@NullMarked
package io.fairlead.api.kubevirt;

import org.jspecify.annotations.NullMarked;
