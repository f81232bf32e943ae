package io.fairlead.api.kubevirt;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A running virtual machine, or one that should run. */
@Group("kubevirt.io")
@Version("v1")
@Kind("VirtualMachineInstance")
@Plural("virtualmachineinstances")
@ShortNames({"vmi", "vmis"})
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "IP",
        jsonPath = ".status.interfaces[0].ipAddress",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "NodeName", jsonPath = ".status.nodeName", type = AdditionalPrinterColumn.Type.STRING)
public final class VirtualMachineInstance
        extends CustomResource<VirtualMachineInstanceSpec, VirtualMachineInstanceStatus> implements Namespaced {
    private static final long serialVersionUID = 1;
}
