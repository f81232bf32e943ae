package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.agent.offer.OfferRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The manifests in deploy/agent fit the command that they run. */
class DeployedAgentTest {
    private static final Path FOLDER = Script.PROJECT.resolve("deploy/agent");

    @Test
    void theArgumentsAreOnesThatTheAgentTakes() throws IOException {
        Container agent = pod().getContainers().getFirst();
        String[] arguments = agent.getArgs().stream()
                .map(argument -> argument.replace("$(NODE_NAME)", "node"))
                .toArray(String[]::new);
        CommandLine.ParseResult parsed =
                Fairlead.commandLine().parseArgs(arguments).subcommand();
        assertThat(parsed.commandSpec().name()).isEqualTo("agent");
        assertThat(agent.getEnv()).extracting("name").contains("NODE_NAME");
        assertThat(parsed.<Path>matchedOptionValue("--config", Path.of("")).getParent())
                .isEqualTo(Path.of(mountOf("offers")));
    }

    @Test
    void allFoldersOfTheAgentAreThoseOfTheNode() throws IOException {
        for (String option : List.of("--kubelet-root", "--cdi", "--state", "--devices")) {
            String folder = defaultOf(option);
            assertThat(hostPathOf(folder)).as(option).isEqualTo(folder);
        }
        assertThat(hostPathOf("/sys")).isEqualTo("/sys");
    }

    @Test
    void theProbesAskWhereTheAgentListens() throws IOException {
        Container agent = pod().getContainers().getFirst();
        for (var probe : List.of(agent.getLivenessProbe(), agent.getReadinessProbe())) {
            assertThat(probe.getHttpGet().getHost() + ":"
                            + probe.getHttpGet().getPort().getIntVal())
                    .isEqualTo(defaultOf("--listen"));
        }
    }

    @Test
    void nothingIsOfferedUntilTheAdminSaysSoAndTheExampleIsUnderstood() throws IOException {
        String offers = Files.readString(FOLDER.resolve("offers.yaml"));
        assertThat(OfferRules.parse(offers)).isEqualTo(OfferRules.none());
        String example = offers.lines()
                .dropWhile(line -> !line.equals("# offers:"))
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.substring(2))
                .collect(Collectors.joining("\n"));
        assertThat(OfferRules.parse(example).rules()).hasSize(2);
    }

    private static String defaultOf(String option) {
        CommandLine agent =
                Objects.requireNonNull(Fairlead.commandLine().getSubcommands().get("agent"));
        return agent.getCommandSpec().findOption(option).defaultValue();
    }

    private static PodSpec pod() throws IOException {
        return new KubernetesSerialization()
                .unmarshal(Files.readString(FOLDER.resolve("daemon-set.yaml")), DaemonSet.class)
                .getSpec()
                .getTemplate()
                .getSpec();
    }

    private static String mountOf(String volume) throws IOException {
        return pod().getContainers().getFirst().getVolumeMounts().stream()
                .filter(mount -> mount.getName().equals(volume))
                .map(VolumeMount::getMountPath)
                .collect(Collectors.joining());
    }

    private static String hostPathOf(String folder) throws IOException {
        String volume = pod().getContainers().getFirst().getVolumeMounts().stream()
                .filter(mount -> mount.getMountPath().equals(folder))
                .map(VolumeMount::getName)
                .collect(Collectors.joining());
        return pod().getVolumes().stream()
                .filter(candidate -> candidate.getName().equals(volume))
                .map(Volume::getHostPath)
                .map(path -> path.getPath())
                .collect(Collectors.joining());
    }
}
