package io.fairlead.api.kubevirt;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A virtual machine: started, it makes a {@link VirtualMachineInstance}; stopped, it remembers what to make. */
@Group("kubevirt.io")
@Version("v1")
@Kind("VirtualMachine")
@Plural("virtualmachines")
@ShortNames({"vm", "vms"})
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
        name = "Status",
        jsonPath = ".status.printableStatus",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.ready", type = AdditionalPrinterColumn.Type.BOOLEAN)
public final class VirtualMachine extends CustomResource<VirtualMachineSpec, VirtualMachineStatus>
        implements Namespaced {
    private static final long serialVersionUID = 1;
}
