package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.VirtualMachine;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who may claim a PCI function and when it may be given up. */
final class DeviceClaimRules {
    static final String VGPU_PARENT_LABEL = "harvesterhci.io/parentSRIOVGPUDevice";
    static final String ALLOCATION_ANNOTATION = "harvesterhci.io/deviceAllocationDetails";
    static final String CONTROLLER = "system:serviceaccount:harvester-system:harvester-pcidevices-controller";

    private DeviceClaimRules() {}

    static void create(PciDeviceClaim claim, Hardware hardware, List<Cause> causes) {
        String name = name(claim.getMetadata().getName());
        Optional<PciDevice> device = hardware.device(name);
        if (device.isEmpty()) {
            causes.add(Cause.notFound(
                    "metadata.name",
                    "there is no PCIDevice \"" + name + "\"; a claim has the name of the device that it claims"));
            return;
        }
        if (device.get().getStatus() == null
                || name(device.get().getStatus().iommuGroup()).isEmpty()) {
            causes.add(Cause.invalid(
                    "metadata.name",
                    "PCIDevice \"" + name
                            + "\" is in no IOMMU group; switch the IOMMU on in the node's firmware and kernel"));
        }
        hardware.devices().stream()
                .filter(child -> name.equals(labels(child).get(VGPU_PARENT_LABEL)))
                .findFirst()
                .ifPresent(child -> causes.add(Cause.invalid(
                        "metadata.name",
                        "PCIDevice \"" + name + "\" is split into virtual GPUs, such as \""
                                + child.getMetadata().getName() + "\"; claim those")));
    }

    static void delete(PciDeviceClaim claim, String user, Hardware hardware, List<Cause> causes) {
        String name = name(claim.getMetadata().getName());
        String node = claim.getSpec() == null ? "" : name(claim.getSpec().nodeName());
        if (!hardware.nodes().contains(node)) {
            return;
        }
        hardware.machines().stream()
                .filter(machine -> uses(machine, name))
                .findFirst()
                .ifPresent(machine -> causes.add(Cause.invalid(
                        "metadata.name",
                        "PCIDeviceClaim \"" + name + "\" is in use by VirtualMachine "
                                + machine.getMetadata().getNamespace() + "/"
                                + machine.getMetadata().getName() + "; stop it or take the device out of it")));
        boolean ofVirtualGpu = claim.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> "VGPUDevice".equals(owner.getKind()));
        if (ofVirtualGpu && !user.equals(CONTROLLER)) {
            causes.add(Cause.invalid(
                    "metadata.name", "PCIDeviceClaim \"" + name + "\" belongs to a VGPUDevice; disable that instead"));
        }
    }

    /** Taking away virtual functions, by deleting the object or by asking for none. */
    static void withdraw(SriovNetworkDevice card, Hardware hardware, List<Cause> causes) {
        if (card.getStatus() == null) {
            return;
        }
        for (String function : card.getStatus().vfPciDevices()) {
            if (hardware.claim(function).isPresent()) {
                causes.add(Cause.invalid(
                        "spec.numVFs",
                        "virtual function \"" + function + "\" has a PCIDeviceClaim; delete that first"));
            }
        }
    }

    /** The annotation lists object names as JSON strings, so a quoted name is found without parsing it. */
    private static boolean uses(VirtualMachine machine, String device) {
        Map<String, String> annotations = machine.getMetadata().getAnnotations();
        String details = annotations == null ? null : annotations.get(ALLOCATION_ANNOTATION);
        return details != null && details.contains("\"" + device + "\"");
    }

    private static Map<String, String> labels(HasMetadata object) {
        return object.getMetadata().getLabels() == null
                ? Map.of()
                : object.getMetadata().getLabels();
    }
}
