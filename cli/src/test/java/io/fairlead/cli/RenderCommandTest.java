package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.Examples.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RenderCommandTest {
    private static final Path WHOLE_CARD = Path.of("../examples/whole-card.yaml");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path scratch;

    static Stream<Path> examples() {
        return Examples.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAdmittedAndRendered(Path example) throws IOException {
        Outcome validated = Examples.validate(example);
        assertThat(validated.err()).doesNotContain("fairlead:");
        assertThat(validated.status()).isZero();
        Outcome pod = Examples.pod(example);
        assertThat(pod.err()).isEmpty();
        assertThat(pod.out()).contains("kind: \"Pod\"").contains("generateName: \"virt-launcher-");
        Outcome domain = Examples.domain(example, scratch);
        assertThat(domain.err()).isEmpty();
        assertThat(domain.out()).startsWith("<domain type='kvm'>");
    }

    @Test
    void thereIsAnExampleForEveryDocument() {
        assertThat(Examples.all()).hasSizeGreaterThanOrEqualTo(10);
    }

    @Test
    void theCardIsOneSlotOfTwoFunctions() throws IOException {
        assertThat(Examples.domain(WHOLE_CARD, scratch).out())
                .contains("<alias name='ua-hostdevice-net1'/>")
                .contains("slot='0x00' function='0x0' multifunction='on'/>")
                .contains("<alias name='ua-hostdevice-net1-1'/>")
                .contains("slot='0x00' function='0x1'/>");
    }

    @Test
    void withoutItsDevicesADomainIsRefusedWithTheReason() {
        Outcome outcome = Examples.run(List.of("render", "domain", "-f", WHOLE_CARD.toString()));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("example-vm: hostDevices[0]: the environment has no device left for intel.com/qat");
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void jsonHasAddressesAndWarnings() throws IOException {
        Path file = Files.writeString(scratch.resolve("vmi.yaml"), """
                {apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, metadata: {name: a}, spec: {domain: {}}}
                """);
        assertThat(Examples.run(List.of("render", "domain", "-f", file.toString(), "-o", "json"))
                        .out())
                .contains("\"addresses\":{\"memballoon\":\"0000:02:00.0\"")
                .contains("\"warnings\":[]");
    }

    /** What is given beside a good machine, and what must be said of it. */
    record Bad(String option, String content, String says) {}

    static Stream<Bad> badFiles() {
        return Stream.of(
                new Bad("--env", "not a variable\n", "line 1: not NAME=VALUE"),
                new Bad("--network-info", "{", "kubevirt.io/network-info: "),
                new Bad("--root", "no archive", "is neither a host's root nor a capture"),
                new Bad("--env", "x".repeat(2 << 20), "larger than 1 MiB"),
                new Bad("--metadata", "", "bad"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void aBadFileIsNamedInOneLine(Bad bad) throws IOException {
        Path machine = Files.writeString(scratch.resolve("vmi.yaml"), """
                {apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, metadata: {name: a}, spec: {domain: {}}}
                """);
        Path file = scratch.resolve("bad");
        if (!bad.option().equals("--metadata")) {
            Files.writeString(file, bad.content());
        }
        Outcome outcome =
                Examples.run(List.of("render", "domain", "-f", machine.toString(), bad.option(), file.toString()));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains(file.toString()).contains(bad.says()).doesNotContain("unexpected");
        assertThat(outcome.err().lines()).hasSize(1);
    }

    @Test
    void aMachineThatAdmissionRefusesIsNotRendered() throws IOException {
        Path file = Files.writeString(scratch.resolve("vmi.yaml"), """
                apiVersion: kubevirt.io/v1
                kind: VirtualMachineInstance
                metadata: {name: a}
                spec: {domain: {devices: {interfaces: [{name: n, bridge: {}, pciAddress: junk}]}}, networks: [{name: n, pod: {}}]}
                """);
        Outcome outcome = Examples.run(List.of("render", "pod", "-f", file.toString()));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("VirtualMachineInstance a would be refused")
                .contains("malformed PCI address (junk)");
    }
}
