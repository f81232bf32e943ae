package io.fairlead.host.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fairlead.host.MacAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveKernelTest {
    @TempDir
    private Path root;

    @Test
    void aLineIsWrittenToWhatIsThere() throws Exception {
        Path file = Files.writeString(root.resolve("attribute"), "");
        new LiveKernel(root, Duration.ofSeconds(20)).write("attribute", "vfio-pci");
        assertThat(file).hasContent("vfio-pci\n");
        assertThat(catchThrowableOfType(
                                KernelException.class,
                                () -> new LiveKernel(root, Duration.ofSeconds(20)).write("other", "1"))
                        .reason())
                .isEqualTo(Reason.GONE);
        assertThat(root.resolve("other")).doesNotExist();
    }

    @Test
    void aWriteThatDoesNotEndIsAbandonedAndNotBegunTwice() throws Exception {
        Process mkfifo = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        LiveKernel kernel = new LiveKernel(root, Duration.ofMillis(300));
        assertThatThrownBy(() -> kernel.write("pipe", "1")).hasMessageContaining("did not end within");
    }

    @Test
    void theWordsOfTheCLibraryAreUnderstood() {
        assertThat(Errno.of("dd: error writing '/sys/x': Device or resource busy"))
                .isEqualTo(Errno.EBUSY);
        assertThat(Errno.of("dd: error writing '/sys/x': No such device")).isEqualTo(Errno.ENODEV);
        assertThat(Errno.of("dd: error writing '/sys/x': No such device or address"))
                .isEqualTo(Errno.ENXIO);
        assertThat(Errno.of("dd: failed to open '/sys/x': Read-only file system"))
                .isEqualTo(Errno.EROFS);
        assertThat(Errno.of("RTNETLINK answers: Invalid argument")).isEqualTo(Errno.EINVAL);
        assertThat(Errno.of("Cannot find device \"eth9\"")).isEqualTo(Errno.ENODEV);
        assertThat(Errno.of("")).isEqualTo(Errno.EIO);
    }

    @Test
    void whatIpPrintsAboutAVirtualFunctionIsUnderstood() {
        String printed = """
                3: eth1: <BROADCAST,MULTICAST> mtu 1500 qdisc noop state DOWN mode DEFAULT group default qlen 1000
                    link/ether 52:54:00:00:01:00 brd ff:ff:ff:ff:ff:ff
                    vf 0     link/ether 52:54:00:00:01:a0 brd ff:ff:ff:ff:ff:ff, spoof checking on, link-state auto, trust off
                    vf 1     link/ether 00:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff, vlan 7, spoof checking on, link-state auto, trust on
                """;
        assertThat(IpLink.settings(printed, 0))
                .contains(new VfSettings(
                        Optional.of(new MacAddress("52:54:00:00:01:a0")), OptionalInt.of(0), Optional.of(false)));
        assertThat(IpLink.settings(printed, 1))
                .contains(new VfSettings(Optional.of(MacAddress.NONE), OptionalInt.of(7), Optional.of(true)));
        assertThat(IpLink.settings(printed, 2)).isEmpty();
    }

    @Test
    void settingsThatNoInterfaceCanHaveAreRefused() {
        assertThatThrownBy(() -> MacAddress.parse("52:54:00:00:01")).hasMessageContaining("is not a MAC address");
        assertThat(MacAddress.parse("52-54-00-AA-BB-CC").text()).isEqualTo("52:54:00:aa:bb:cc");
        assertThatThrownBy(() -> new VfSettings(
                        Optional.of(MacAddress.parse("53:54:00:00:00:01")), OptionalInt.empty(), Optional.empty()))
                .hasMessageContaining("multicast");
        assertThatThrownBy(() -> new VfSettings(Optional.empty(), OptionalInt.of(4095), Optional.empty()))
                .hasMessageContaining("there is no VLAN 4095");
    }
}
