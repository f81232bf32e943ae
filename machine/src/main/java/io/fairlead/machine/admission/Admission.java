package io.fairlead.machine.admission;

import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says whether objects may be stored. Rules that need to know the hardware are left out where there is no snapshot of it.
 *
 * @param config the cluster's configuration
 * @param hardware the cluster's devices
 */
public record Admission(ClusterConfig config, Optional<Hardware> hardware) {
    /** The rules that are left out without a snapshot of the hardware, in words. */
    public static final List<String> HARDWARE_RULES = List.of(
            "device names are known and one node has all of them",
            "PCIDeviceClaims that a machine names exist",
            "a claimed PCIDevice exists and is in an IOMMU group");

    public Causes review(VirtualMachineInstance instance) {
        return new Causes(causes("spec", instance.getSpec()));
    }

    public Causes review(VirtualMachine machine) {
        List<Cause> causes = new ArrayList<>();
        var spec = machine.getSpec();
        if (spec == null || spec.template() == null) {
            causes.add(Cause.required("spec.template", "missing virtual machine template."));
            return new Causes(causes);
        }
        if (spec.running() != null && spec.runStrategy() != null) {
            causes.add(Cause.invalid("spec.running", "Running and RunStrategy are mutually exclusive"));
        } else if (spec.running() == null && spec.runStrategy() == null) {
            causes.add(Cause.invalid("spec.running", "One of Running or RunStrategy must be specified"));
        }
        if (spec.runStrategy() != null && !RUN_STRATEGIES.contains(spec.runStrategy())) {
            causes.add(Cause.invalid(
                    "spec.runStrategy",
                    "Invalid RunStrategy (" + spec.runStrategy() + "), it is one of "
                            + String.join(", ", RUN_STRATEGIES)));
        }
        causes.addAll(causes("spec.template.spec", spec.template().spec()));
        return new Causes(causes);
    }

    public Causes reviewCreation(PciDeviceClaim claim) {
        List<Cause> causes = new ArrayList<>();
        hardware.ifPresent(known -> DeviceClaimRules.create(claim, known, causes));
        return new Causes(causes);
    }

    public Causes reviewDeletion(PciDeviceClaim claim, String user) {
        List<Cause> causes = new ArrayList<>();
        hardware.ifPresent(known -> DeviceClaimRules.delete(claim, user, known, causes));
        return new Causes(causes);
    }

    /** For a network card that is deleted, or told to have no virtual functions any more. */
    public Causes reviewWithdrawal(SriovNetworkDevice card) {
        List<Cause> causes = new ArrayList<>();
        hardware.ifPresent(known -> DeviceClaimRules.withdraw(card, known, causes));
        return new Causes(causes);
    }

    private static final List<String> RUN_STRATEGIES =
            List.of("Always", "Halted", "Manual", "RerunOnFailure", "Once", "WaitAsReceiver");

    private List<Cause> causes(String field, @Nullable VirtualMachineInstanceSpec spec) {
        List<Cause> causes = new ArrayList<>();
        if (spec == null) {
            causes.add(Cause.required(field, field + " is a required field"));
            return causes;
        }
        BootRules.check(field, spec, causes);
        ResourceClaimRules.check(field, spec.resourceClaims(), causes);
        DeviceRules.check(field, spec, config, causes);
        PassthroughRules.check(field, spec, config, causes);
        NetworkRules.check(field, spec, config, causes);
        NetworkClaimRules.check(field, spec, config, causes);
        hardware.ifPresent(known -> HardwareRules.check(field, spec, config, known, causes));
        return causes;
    }
}
