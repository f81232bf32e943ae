package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.host.tree.MemoryTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureTest {
    private static final String MAC = "52:54:00:ab:cd:ef";
    private static final String NAMED_BY_MAC = "enx525400abcdef";
    private static final String GATEWAY = "fe800000000000005054fffffeabcdef";

    private final TestingHost host = host();

    private static TestingHost host() {
        TestingHost host = TestingHost.empty();
        TestingFunction port =
                host.function("0000:00:01.0").type(0x060400).driver("pcieport").group(1);
        TestingFunction nic = port.behind("0000:01:00.0")
                .type(0x020000)
                .driver("r8169")
                .group(2)
                .networkInterface(NAMED_BY_MAC)
                .member(NAMED_BY_MAC, "br0");
        TestingFunction drive = port.behind("0000:02:00.0")
                .type(0x010802)
                .driver("nvme")
                .group(3)
                .disk("nvme0n1", "259:0")
                .partition("nvme0n1", "nvme0n1p1", "259:1");
        host.virtualInterface("br0", NAMED_BY_MAC).virtualDisk("dm-0", "253:0", "nvme0n1p1");
        host.defaultRoute("br0").mount("253:0", "/my\\040data", "xfs", "/dev/disk/by-id/nvme-SERIAL123");
        host.mount("0:55", "/secret", "cifs", "//server/share").mount("0:56", "/share", "9p", "tag");
        byte[] config = new byte[4096];
        config[0x104] = 0x77;
        String any = "0".repeat(32);
        host.root()
                .file(nic.path() + "/net/" + NAMED_BY_MAC + "/address", MAC)
                .file(drive.path() + "/block/nvme0n1/wwid", "eui.SERIAL123")
                .file(drive.path() + "/config", config)
                .file("proc/1/net/ipv6_route", any + " 00 " + any + " 00 " + GATEWAY + " 400 1 0 3 br0");
        return host;
    }

    @Test
    void theCopyGivesTheSameInventory() {
        PciInventory original = PciInventory.scan(host.root());
        assertThat(original.units()).noneMatch(unit -> unit.offer().isOfferable());
        assertThat(PciInventory.scan(Capture.of(host.root(), true))).isEqualTo(original);

        PciInventory redacted = PciInventory.scan(Capture.of(host.root(), false));
        assertThat(redacted.functions().get(1).interfaces())
                .containsExactly(new NetworkInterface("enx000000000001", true, List.of("br0")));
        assertThat(redacted.functions().getLast())
                .isEqualTo(original.functions().getLast());
        assertThat(redacted.units().getLast()).isEqualTo(original.units().getLast());
        assertThat(redacted.warnings()).isEmpty();
    }

    @Test
    void virtualFunctionsAreCountedBecauseTheirNumberCannotBeReadWhileItIsWritten() throws IOException {
        TestingFunction maker = host.function("0000:03:00.0").group(4);
        host.function("0000:03:10.0").group(5).virtualOf(maker, 0);
        host.root().file(maker.path() + "/sriov_numvfs", "what nobody reads");

        MemoryTree copy = Capture.of(host.root(), true);

        assertThat(copy.read(maker.path() + "/sriov_numvfs", 100))
                .hasValueSatisfying(number -> assertThat(new String(number, StandardCharsets.UTF_8).strip())
                        .isEqualTo("1"));
    }

    @Test
    void nothingInTheCopyTellsThisMachineFromAnother() throws IOException {
        String all = everything(Capture.of(host.root(), false));
        assertThat(all)
                .contains("0000:01:00.0", "259:0", "/my\\040data")
                .doesNotContainIgnoringCase(MAC, "525400abcdef", "SERIAL123", GATEWAY, "server", "0102000A");
        assertThat(capturedConfig()).hasSize(256);
    }

    @Test
    void identitiesAreInTheCopyWhenAskedFor() throws IOException {
        assertThat(everything(Capture.of(host.root(), true))).contains(MAC, NAMED_BY_MAC, "SERIAL123", GATEWAY);
    }

    /** The serial number of a function is in the space beyond. */
    private byte[] capturedConfig() throws IOException {
        String path = "sys/devices/pci0000:00/0000:00:01.0/0000:02:00.0/config";
        return Capture.of(host.root(), false).read(path, 9999).orElseThrow();
    }

    private static String everything(MemoryTree tree) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String path : tree.paths()) {
            all.append(path).append('\n').append(tree.link(path).orElse("")).append('\n');
            if (tree.list(path).isEmpty()) {
                tree.read(path, 9999)
                        .ifPresent(bytes -> all.append(new String(bytes, StandardCharsets.ISO_8859_1))
                                .append('\n'));
            }
        }
        return all.toString();
    }
}
