package io.fairlead.api.harvester;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A PCI function of a node. */
@Group("devices.harvesterhci.io")
@Version("v1beta1")
@Kind("PCIDevice")
@Plural("pcidevices")
@AdditionalPrinterColumn(name = "Address", jsonPath = ".status.address", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Vendor Id", jsonPath = ".status.vendorId", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Device Id", jsonPath = ".status.deviceId", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Node Name", jsonPath = ".status.nodeName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Description",
        jsonPath = ".status.description",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Kernel Driver In Use",
        jsonPath = ".status.kernelDriverInUse",
        type = AdditionalPrinterColumn.Type.STRING)
public final class PciDevice extends CustomResource<PciDeviceSpec, PciDeviceStatus> {
    private static final long serialVersionUID = 1;
}
