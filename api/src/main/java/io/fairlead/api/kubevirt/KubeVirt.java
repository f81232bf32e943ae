package io.fairlead.api.kubevirt;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The configuration of virtual machines in this cluster. */
@Group("kubevirt.io")
@Version("v1")
@Kind("KubeVirt")
@Plural("kubevirts")
@ShortNames({"kv", "kvs"})
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
public final class KubeVirt extends CustomResource<KubeVirtSpec, KubeVirtStatus> implements Namespaced {
    private static final long serialVersionUID = 1;
}
