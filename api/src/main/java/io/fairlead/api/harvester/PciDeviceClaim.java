package io.fairlead.api.harvester;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Takes a PCI function from its host driver, so that machines can be given it. */
@Group("devices.harvesterhci.io")
@Version("v1beta1")
@Kind("PCIDeviceClaim")
@Plural("pcideviceclaims")
@AdditionalPrinterColumn(name = "Address", jsonPath = ".spec.address", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Node Name", jsonPath = ".spec.nodeName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "User Name", jsonPath = ".spec.userName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Passthrough Enabled",
        jsonPath = ".status.passthroughEnabled",
        type = AdditionalPrinterColumn.Type.BOOLEAN)
public final class PciDeviceClaim extends CustomResource<PciDeviceClaimSpec, PciDeviceClaimStatus> {
    private static final long serialVersionUID = 1;
}
