package io.fairlead.cli;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.cli.ManifestFiles.Manifest;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.admission.Admission;
import io.fairlead.machine.admission.Cause;
import io.fairlead.machine.admission.Causes;
import io.fairlead.machine.admission.Hardware;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what admission would say of the objects in some files. */
@Command(
        name = "validate",
        description = {
            "Say what admission would say of virtual machines and device claims, without a cluster.",
            "A KubeVirt object among the files is the configuration, PCIDevice and PCIDeviceClaim objects are the hardware."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  fairlead validate -f vm.yaml",
            "  fairlead validate -f vm.yaml -f devices.yaml --config kubevirt.yaml -o json",
            "  kubectl get vm demo -o yaml | fairlead validate -f -"
        })
final class ValidateCommand implements Runnable {
    enum Output {
        TEXT,
        JSON
    }

    private record Verdict(Manifest manifest, Causes causes) {}

    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description = "Files with one or more objects each; - is stdin.")
    private List<String> files = List.of();

    @Option(names = "--config", paramLabel = "FILE", description = "File with the KubeVirt object.")
    private @Nullable String config;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            description = "text or json.")
    private Output output = Output.TEXT;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        ManifestFiles reader = new ManifestFiles(System.in);
        List<Manifest> manifests = reader.read(files);
        ClusterConfig cluster = ConfigFile.read(reader, config, manifests);
        Admission admission = new Admission(cluster, hardware(manifests));
        PrintWriter err = spec.commandLine().getErr();
        List<Verdict> verdicts = new ArrayList<>();
        for (Manifest manifest : manifests) {
            Causes causes = switch (manifest.object()) {
                case VirtualMachineInstance instance -> admission.review(instance);
                case VirtualMachine machine -> admission.review(machine);
                case PciDeviceClaim claim -> admission.reviewCreation(claim);
                default -> null;
            };
            if (causes != null) {
                verdicts.add(new Verdict(manifest, causes));
            }
        }
        if (verdicts.isEmpty()) {
            throw new Refusal(String.join(", ", files)
                    + ": no VirtualMachine, VirtualMachineInstance or PCIDeviceClaim to validate");
        }
        print(verdicts);
        if (admission.hardware().isEmpty()) {
            err.println("skipped, for want of PCIDevice objects among the files: "
                    + String.join("; ", Admission.HARDWARE_RULES));
        }
        long refused =
                verdicts.stream().filter(verdict -> !verdict.causes().admit()).count();
        if (refused > 0) {
            throw new Refusal("%d of %d would be refused".formatted(refused, verdicts.size()));
        }
    }

    private static Optional<Hardware> hardware(List<Manifest> manifests) {
        List<PciDevice> devices = ConfigFile.objects(manifests, PciDevice.class);
        return devices.isEmpty()
                ? Optional.empty()
                : Optional.of(new Hardware(
                        devices,
                        ConfigFile.objects(manifests, PciDeviceClaim.class),
                        ConfigFile.objects(manifests, VirtualMachine.class),
                        Set.of()));
    }

    private void print(List<Verdict> verdicts) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case TEXT ->
                verdicts.forEach(verdict -> {
                    out.printf(
                            "%s: %s %s%n",
                            verdict.manifest().file(),
                            verdict.manifest().title(),
                            verdict.causes().admit() ? "admitted" : "refused");
                    for (Cause cause : verdict.causes().list()) {
                        out.printf(
                                "  %s: %s (%s)%n",
                                cause.field(), cause.message(), cause.type().wireName());
                    }
                });
            case JSON ->
                out.println(new KubernetesSerialization()
                        .asJson(verdicts.stream().map(ValidateCommand::json).toList()));
        }
        out.flush();
    }

    private static Map<String, Object> json(Verdict verdict) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", verdict.manifest().file());
        fields.put("kind", verdict.manifest().object().getKind());
        fields.put("name", verdict.manifest().object().getMetadata().getName());
        fields.put("allowed", verdict.causes().admit());
        if (!verdict.causes().admit()) {
            fields.put("status", verdict.causes().toStatus(verdict.manifest().object()));
        }
        return fields;
    }
}
