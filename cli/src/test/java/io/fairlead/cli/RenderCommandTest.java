package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.Examples.Outcome;
import io.fairlead.host.PciAddress;
import io.fairlead.host.TestingHost;
import io.fairlead.host.tree.Archive;
import io.fairlead.machine.domain.Controller;
import io.fairlead.machine.domain.Devices;
import io.fairlead.machine.domain.Domain;
import io.fairlead.machine.domain.Element;
import io.fairlead.machine.domain.GuestAddress;
import io.fairlead.machine.domain.HostDevice;
import io.fairlead.machine.domain.HostDevice.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
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
    void devicesHangOnTheMemoryNodeThatTheInventoryTells() throws IOException {
        TestingHost host = TestingHost.empty();
        host.function("0000:02:00.0").group(1).driver("vfio-pci").attribute("numa_node", "3");
        host.function("0000:03:00.0").group(2).driver("vfio-pci").attribute("numa_node", "1");
        host.function("0000:04:00.0").group(3).attribute("numa_node", "0");
        Path capture = scratch.resolve("host.tar.gz");
        Archive.write(host.root(), capture);
        Path machine = Files.writeString(scratch.resolve("vmi.yaml"), """
                apiVersion: kubevirt.io/v1
                kind: KubeVirt
                metadata: {name: kubevirt, namespace: kubevirt}
                spec: {configuration: {developerConfiguration: {featureGates: [PCINUMAAwareTopology]}}}
                ---
                apiVersion: kubevirt.io/v1
                kind: VirtualMachineInstance
                metadata: {name: a}
                spec:
                  domain:
                    cpu: {cores: 4, dedicatedCpuPlacement: true, numa: {guestMappingPassthrough: {}}}
                    memory: {guest: 4Gi, hugepages: {pageSize: 2Mi}}
                    devices: {gpus: [{name: far, deviceName: v.com/m}, {name: near, deviceName: v.com/m}]}
                """);
        Path environment =
                Files.writeString(scratch.resolve("launcher.env"), "PCI_RESOURCE_V_COM_M=0000:02:00.0,0000:03:00.0\n");
        Outcome outcome = Examples.run(List.of(
                "render",
                "domain",
                "-f",
                machine.toString(),
                "--env",
                environment.toString(),
                "--root",
                capture.toString()));
        assertThat(outcome.err()).isEmpty();
        // Nodes 1 and 3 of the host are the guest's 0 and 1; node 0 of the host has nothing that is passed.
        assertThat(outcome.out()).contains("<cell id='1' cpus='2-3'").doesNotContain("<cell id='2'");
        assertThat(memoryNodeOf("0000:02:00.0", outcome.out())).isEqualTo("1");
        assertThat(memoryNodeOf("0000:03:00.0", outcome.out())).isEqualTo("0");
    }

    /** The guest's memory node that a function of the host sits near: that of the expander bus above its root port. */
    private static String memoryNodeOf(String function, String xml) {
        Devices devices = Domain.parse(xml).devices();
        GuestAddress place = devices.hostDevices().stream()
                .filter(device -> device.source().equals(new Source.Pci(PciAddress.parse(function))))
                .map(HostDevice::address)
                .findFirst()
                .orElseThrow();
        Controller expander =
                bus(devices, Objects.requireNonNull(bus(devices, place).address()));
        assertThat(expander.model()).isEqualTo("pcie-expander-bus");
        return expander.rest().children().stream()
                .flatMap(target -> target.children().stream())
                .filter(part -> part.name().equals("node"))
                .map(Element::text)
                .collect(Collectors.joining());
    }

    /** The bus that this place is on. */
    private static Controller bus(Devices devices, GuestAddress place) {
        return devices.controllers().stream()
                .filter(controller -> controller.type().equals("pci")
                        && Objects.equals(controller.index(), place.place().bus()))
                .findFirst()
                .orElseThrow();
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
