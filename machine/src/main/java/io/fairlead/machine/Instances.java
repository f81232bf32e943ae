package io.fairlead.machine;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.api.kubevirt.VirtualMachineTemplate;

/** Makes the instance that a virtual machine starts. */
public final class Instances {
    private Instances() {}

    /** The instance has the machine's name, and labels and annotations of its template. */
    public static VirtualMachineInstance of(VirtualMachine machine) {
        VirtualMachineTemplate template =
                machine.getSpec() == null ? null : machine.getSpec().template();
        if (template == null) {
            throw new UnrenderableException("spec.template: a virtual machine has one");
        }
        ObjectMeta given = template.metadata() == null ? new ObjectMeta() : template.metadata();
        VirtualMachineInstance instance = new VirtualMachineInstance();
        instance.setMetadata(new ObjectMetaBuilder()
                .withName(machine.getMetadata().getName())
                .withNamespace(machine.getMetadata().getNamespace())
                .withLabels(given.getLabels())
                .withAnnotations(given.getAnnotations())
                .build());
        instance.setSpec(template.spec());
        return instance;
    }
}
