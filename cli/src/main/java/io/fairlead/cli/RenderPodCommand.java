package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.cni.NetworkAttachmentDefinition;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.machine.launcher.LauncherOptions;
import io.fairlead.machine.launcher.LauncherPod;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the pod that would run a machine. */
@Command(
        name = "pod",
        description = {
            "Show the pod that would run a virtual machine.",
            "NetworkAttachmentDefinition and PCIDevice objects among the files tell the resources behind their names."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  fairlead render pod -f vm.yaml --config kubevirt.yaml",
            "  fairlead render pod -f vm.yaml | kubectl create --dry-run=server -f -"
        })
final class RenderPodCommand implements Runnable {
    enum Output {
        YAML,
        JSON
    }

    @Mixin
    private final MachineFiles files = new MachineFiles();

    @Option(names = "--image", defaultValue = "fairlead:latest", description = "Image of the launcher.")
    private String image = "";

    @Option(names = "--block", paramLabel = "CLAIM", description = "PersistentVolumeClaims whose mode is Block.")
    private Set<String> blockClaims = new LinkedHashSet<>();

    @Option(
            names = {"-o", "--output"},
            defaultValue = "yaml",
            description = "yaml or json.")
    private Output output = Output.YAML;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        MachineFiles.Read read = files.read();
        LauncherOptions options = new LauncherOptions(
                image,
                ConfigFile.objects(read.manifests(), NetworkAttachmentDefinition.class),
                ConfigFile.objects(read.manifests(), PciDevice.class),
                blockClaims);
        List<Pod> pods = read.render(machine -> LauncherPod.render(machine, read.config(), options));
        KubernetesSerialization serialization = new KubernetesSerialization();
        PrintWriter out = spec.commandLine().getOut();
        for (Pod pod : pods) {
            switch (output) {
                case YAML -> out.print(serialization.asYaml(pod));
                case JSON -> out.println(serialization.asJson(pod));
            }
        }
        out.flush();
    }
}
