package io.fairlead.api.harvester;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A network card that can have virtual functions. */
@Group("devices.harvesterhci.io")
@Version("v1beta1")
@Kind("SRIOVNetworkDevice")
@Plural("sriovnetworkdevices")
@AdditionalPrinterColumn(name = "Address", jsonPath = ".spec.address", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Node Name", jsonPath = ".spec.nodeName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "NumVFs", jsonPath = ".spec.numVFs", type = AdditionalPrinterColumn.Type.INTEGER)
public final class SriovNetworkDevice extends CustomResource<SriovNetworkDeviceSpec, SriovNetworkDeviceStatus> {
    private static final long serialVersionUID = 1;
}
