package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValidateCommandTest {
    private static final String INSTANCE = """
            apiVersion: kubevirt.io/v1
            kind: VirtualMachineInstance
            metadata: {name: example}
            spec: {domain: {devices: {gpus: [%s]}}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void anAdmittedMachineIsSaidToBeSo() throws IOException {
        Path file = write(INSTANCE.formatted("{name: a, deviceName: v/m}"));
        assertThat(run("validate", "-f", file.toString())).isZero();
        assertThat(out.toString()).isEqualTo(file + ": VirtualMachineInstance example admitted\n");
        assertThat(err.toString()).contains("skipped").contains("device names are known");
    }

    @Test
    void aRefusedMachineComesWithEveryCauseAndStatusOne() throws IOException {
        Path file = write(INSTANCE.formatted("{deviceName: v/m}, {name: b}"));
        assertThat(run("validate", "-f", file.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("VirtualMachineInstance example refused")
                .contains("  spec.domain.devices.gpus: vmi.spec.domain.devices.gpus contains GPUs without deviceName")
                .contains("  spec.domain.devices.gpus[0].name: spec.domain.devices.gpus[0].name is a required field");
        assertThat(err.toString()).contains("1 of 1 would be refused");
    }

    @Test
    void severalDocumentsShareTheirConfigurationAndHardware() throws IOException {
        Path file = write(INSTANCE.formatted("{name: a, deviceName: v/m}") + """
                ---
                apiVersion: kubevirt.io/v1
                kind: KubeVirt
                metadata: {name: kubevirt}
                spec: {configuration: {permittedHostDevices: {}}}
                ---
                apiVersion: devices.harvesterhci.io/v1beta1
                kind: PCIDevice
                metadata: {name: janus-000001000}
                status: {resourceName: v/other, nodeName: janus}
                """);
        assertThat(run("validate", "-f", file.toString(), "-o", "json")).isEqualTo(1);
        assertThat(out.toString())
                .contains("\"allowed\":false")
                .contains("GPU v/m is not permitted in permittedHostDevices configuration")
                .contains("no PCIDevice has the resource name v/m")
                .contains("\"code\":422");
        assertThat(err.toString()).doesNotContain("skipped");
    }

    /** Content that is no manifest, and what must be said of it. */
    record Bad(String content, String says) {}

    static Stream<Bad> badContents() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            bomb.append(
                    "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1, i - 1, i - 1));
        }
        return Stream.of(
                new Bad(bomb.toString(), "its aliases stand for a tree too large to be a manifest"),
                new Bad("a: &a {b: *a}\n", "bad.yaml: "),
                new Bad("[".repeat(200_000), "bad.yaml: "),
                new Bad("x".repeat(10 << 20), "more than 3 MiB"),
                new Bad("a: [\n", "bad.yaml, line 2, column 1: "),
                new Bad("\u0000\u0001binary", "bad.yaml: "),
                new Bad("just words\n", "document 1: a Kubernetes object has an apiVersion and a kind"),
                new Bad("{apiVersion: v1, kind: Pod, metadata: {name: x}}\n", "no VirtualMachine"),
                new Bad("", "no VirtualMachine"),
                new Bad(
                        "{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, spec: {domain: {cpu: {cores: many}}}}\n",
                        "document 1, VirtualMachineInstance: spec.domain.cpu.cores: "),
                new Bad(
                        "{apiVersion: kubevirt.io/v1, kind: VirtualMachine, spec: {template: {spec: {networks: [1]}}}}\n",
                        "document 1, VirtualMachine: spec.template.spec.networks[0]: "));
    }

    @ParameterizedTest
    @MethodSource("badContents")
    void badInputIsNamedInOneLine(Bad bad) throws IOException {
        Path file = Files.writeString(directory.resolve("bad.yaml"), bad.content());
        assertThat(run("validate", "-f", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(bad.says()).contains("bad.yaml").doesNotContain("unexpected");
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(run("validate", "-f", "/nowhere/x.yaml")).isEqualTo(1);
        assertThat(err.toString()).contains("/nowhere/x.yaml: there is no such file");
    }

    private Path write(String content) throws IOException {
        return Files.writeString(directory.resolve("given.yaml"), content);
    }

    private int run(String... args) {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
