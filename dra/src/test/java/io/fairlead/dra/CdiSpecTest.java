package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class CdiSpecTest {
    private static final CdiEdits VARIABLE = CdiEdits.of(List.of("A=1"), List.of(), List.of());

    record VersionCase(String version, String kind, String device, CdiEdits edits) {}

    static final List<VersionCase> VERSIONS = List.of(
            new VersionCase("0.3.0", "example.com/gpu", "gpu0", VARIABLE),
            new VersionCase(
                    "0.4.0", "example.com/gpu", "gpu0", mounts(new CdiEdits.Mount("/a", "/b", List.of("ro"), "tmpfs"))),
            new VersionCase("0.3.0", "example.com/gpu", "gpu0", mounts(CdiEdits.Mount.readOnly("/a", "/b"))),
            new VersionCase("0.5.0", "example.com/gpu", "0gpu", VARIABLE),
            new VersionCase(
                    "0.5.0", "example.com/gpu", "gpu0", nodes(CdiEdits.DeviceNode.of("/dev/a", "/dev/b", "rw"))),
            new VersionCase("0.3.0", "example.com/gpu", "gpu0", nodes(CdiEdits.DeviceNode.of("/dev/a"))),
            new VersionCase("0.6.0", "example.com/gpu.big", "gpu0", VARIABLE),
            new VersionCase(
                    "0.7.0",
                    "example.com/gpu",
                    "gpu0",
                    new CdiEdits(List.of(), List.of(), List.of(), List.of(), List.of(5), List.of())),
            new VersionCase(
                    "1.1.0",
                    "example.com/gpu.big",
                    "gpu0",
                    new CdiEdits(
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(new CdiEdits.NetDevice("eth1", "net0")))));

    @ParameterizedTest
    @FieldSource("VERSIONS")
    void theLowestVersionThatHasAllThatIsUsed(VersionCase asked) {
        CdiSpec spec =
                new CdiSpec(CdiKind.parse(asked.kind()), List.of(new CdiSpec.Device(asked.device(), asked.edits())));
        assertThat(spec.version()).isEqualTo(asked.version());
    }

    @Test
    void theHighestOfAllDevicesCounts() {
        CdiSpec spec = new CdiSpec(
                CdiKind.parse("example.com/gpu"),
                List.of(new CdiSpec.Device("0", VARIABLE), new CdiSpec.Device("gpu", VARIABLE)));
        assertThat(spec.version()).isEqualTo("0.5.0");
    }

    @Test
    void onlyWhatIsSetIsWritten() {
        CdiSpec spec = new CdiSpec(
                CdiKind.parse("example.com/gpu"),
                List.of(new CdiSpec.Device(
                        "gpu0",
                        CdiEdits.of(
                                List.of("A=1"),
                                List.of(CdiEdits.DeviceNode.of("/dev/vfio/7")),
                                List.of(CdiEdits.Mount.readOnly("/a", "/b"))))));
        assertThat(new String(spec.json(), StandardCharsets.UTF_8)).isEqualTo("""
                {"cdiVersion":"0.3.0","kind":"example.com/gpu","devices":[{"name":"gpu0","containerEdits":\
                {"env":["A=1"],"deviceNodes":[{"path":"/dev/vfio/7"}],\
                "mounts":[{"hostPath":"/a","containerPath":"/b","options":["ro","bind"]}]}}]}""");
    }

    record BadCase(String message, ThrowingCallable attempt) {}

    static final List<BadCase> BAD = List.of(
            new BadCase("vendor \"1password\"", () -> CdiKind.parse("1password/gpu")),
            new BadCase("class \"\"", () -> CdiKind.parse("example.com/")),
            new BadCase("want vendor/class", () -> CdiKind.parse("example.com")),
            new BadCase("device name \"-a\"", () -> CdiDeviceId.parse("example.com/gpu=-a")),
            new BadCase("want vendor/class=name", () -> CdiDeviceId.parse("example.com/gpu")),
            new BadCase("env: \"A\"", () -> CdiEdits.of(List.of("A"), List.of(), List.of())),
            new BadCase("env: \"=1\"", () -> CdiEdits.of(List.of("=1"), List.of(), List.of())),
            new BadCase("permissions \"rx\"", () -> CdiEdits.DeviceNode.of("/dev/a", "/dev/b", "rx")),
            new BadCase(
                    "type \"d\"",
                    () -> new CdiEdits.DeviceNode("/dev/a", null, "d", null, null, null, null, null, null)),
            new BadCase(
                    "unknown hook \"later\"",
                    () -> new CdiEdits.Hook("later", "/bin/true", List.of(), List.of(), null)),
            new BadCase(
                    "is there twice",
                    () -> new CdiEdits(
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(new CdiEdits.NetDevice("eth1", "net0"), new CdiEdits.NetDevice("eth2", "net0")))),
            new BadCase(
                    "changes nothing", () -> new CdiSpec.Device("gpu0", CdiEdits.of(List.of(), List.of(), List.of()))),
            new BadCase("without devices", () -> new CdiSpec(CdiKind.parse("example.com/gpu"), List.of())),
            new BadCase(
                    "is there twice",
                    () -> new CdiSpec(
                            CdiKind.parse("example.com/gpu"),
                            List.of(new CdiSpec.Device("a", VARIABLE), new CdiSpec.Device("a", VARIABLE)))));

    @ParameterizedTest
    @FieldSource("BAD")
    void whatARuntimeWouldNotLoadIsRefused(BadCase bad) {
        assertThatThrownBy(bad.attempt())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(bad.message());
    }

    private static CdiEdits mounts(CdiEdits.Mount mount) {
        return CdiEdits.of(List.of(), List.of(), List.of(mount));
    }

    private static CdiEdits nodes(CdiEdits.DeviceNode node) {
        return CdiEdits.of(List.of(), List.of(node), List.of());
    }
}
