package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.tree.Archive;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InventoryCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private String archive = "";
    private String names = "";

    @BeforeEach
    void aMachineWithAGpuANetworkCardAndADrive() throws IOException {
        TestingHost host = TestingHost.empty();
        TestingFunction port =
                host.function("0000:00:01.0").type(0x060400).driver("pcieport").group(1);
        port.behind("0000:01:00.0").id(new PciId(0x10de, 1)).type(0x030200).group(2);
        port.behind("0000:01:00.1").id(new PciId(0x10de, 2)).type(0x040300).group(2);
        TestingFunction nic = host.function("0000:02:00.0")
                .type(0x020000)
                .driver("ice")
                .group(3)
                .networkInterface("eth0");
        host.function("0000:02:01.0").type(0x020000).group(4).virtualOf(nic, 0);
        host.function("0000:03:00.0").type(0x010802).driver("nvme").group(5).disk("nvme0n1", "259:0");
        host.defaultRoute("eth0").mount("259:0", "/", "ext4", "/dev/nvme0n1");
        Path file = folder.resolve("host.tar.gz");
        Archive.write(host.root(), file);
        archive = file.toString();
        names = Files.writeString(folder.resolve("pci.ids"), "10de  NVIDIA\n\t0001  A [1]\n\t0002  A-1\n\t0003  A/1\n")
                .toString();
    }

    @Test
    void theTableHasALineForEveryFunctionAndSaysWhatMayBeOffered() {
        assertThat(run("inventory", "--root", archive, "--pci-ids", names)).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(" {2,}", "  ")))
                .containsExactly(
                        "ADDRESS  ID  DEVICE  DRIVER  GROUP  NUMA  RESOURCE  OFFER",
                        "0000:00:01.0  1af4:1000  Class 0604: Device 1000  pcieport  1  -  -  no: is a bridge",
                        "0000:01:00.0  10de:0001  Class 0302: A [1]  -  2  -  nvidia.com/A_1  yes, with 0000:01:00.1",
                        "0000:01:00.1  10de:0002  Class 0403: A-1  -  2  -  nvidia.com/A1  yes, with 0000:01:00.0",
                        "0000:02:00.0  1af4:1000  Class 0200: Device 1000  ice  3  -  unknown.com/1000  no: carries the default"
                                + " route on eth0; has 1 virtual functions; offer those, or set sriov_numvfs to 0",
                        "0000:02:01.0  1af4:1000  Class 0200: Device 1000  -  4  -  unknown.com/1000  yes",
                        "0000:03:00.0  1af4:1000  Class 0108: Device 1000  nvme  5  -  unknown.com/1000  no: carries disk"
                                + " nvme0n1, used by /");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theTreePutsVirtualFunctionsBelowTheirMaker() {
        assertThat(run("inventory", "--root", archive, "--pci-ids", names, "-o", "tree"))
                .isZero();
        assertThat(out.toString()).isEqualTo("""
                        pci0000:00
                        ├─ 0000:00:01.0  Class 0604: Vendor 1af4 Device 1000  [pcieport]  group 1
                        │  ├─ 0000:01:00.0  Class 0302: NVIDIA A [1]  group 2  may be offered
                        │  └─ 0000:01:00.1  Class 0403: NVIDIA A-1  group 2  may be offered
                        ├─ 0000:02:00.0  Class 0200: Vendor 1af4 Device 1000  [ice]  group 3  1 of 64 virtual functions  stays with the host
                        │  ├─ network interface eth0, default route
                        │  └─ 0000:02:01.0  Class 0200: Vendor 1af4 Device 1000  group 4  may be offered
                        └─ 0000:03:00.0  Class 0108: Vendor 1af4 Device 1000  [nvme]  group 5  stays with the host
                           └─ disk nvme0n1, used by /
                        """);
    }

    @Test
    void theJsonHasEverything() throws IOException {
        assertThat(run("inventory", "--root", archive, "--pci-ids", names, "-o", "json"))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.at("/functions")).hasSize(6);
        assertThat(json.at("/functions/1/resourceName").asText()).isEqualTo("nvidia.com/A_1");
        assertThat(json.at("/functions/1/description").asText()).isEqualTo("Class 0302: NVIDIA A [1]");
        assertThat(json.at("/functions/3/virtualFunctions/0").asText()).isEqualTo("0000:02:01.0");
        assertThat(json.at("/functions/3/interfaces/0/defaultRoute").asBoolean())
                .isTrue();
        assertThat(json.at("/functions/4/physicalFunction").asText()).isEqualTo("0000:02:00.0");
        assertThat(json.at("/functions/5/disks/0/uses/0").asText()).isEqualTo("/");
        assertThat(json.at("/cards/1/functions")).hasSize(2);
        assertThat(json.at("/cards/1/offerable").asBoolean()).isTrue();
        assertThat(json.at("/units/0/because").asText()).isEqualTo("they share IOMMU group 2");
        assertThat(json.at("/units/1/obstacles/0").asText())
                .isEqualTo("0000:02:00.0 carries the default route on eth0");
        assertThat(json.at("/namesFrom").asText()).isEqualTo(names);
    }

    @Test
    void modelsThatShareAResourceNameAreReported() throws IOException {
        Files.writeString(Path.of(names), "10de  NVIDIA\n\t0001  A (1)\n\t0002  A 1\n");
        assertThat(run("inventory", "--root", archive, "--pci-ids", names)).isZero();
        assertThat(err.toString())
                .isEqualTo("fairlead: resource name nvidia.com/A_1 stands for several models: 10de:0001, 10de:0002\n");
    }

    @Test
    void aCopyShowsTheSameAsTheMachine() {
        String copy = folder.resolve("copy.tar.gz").toString();
        assertThat(run("inventory", "--root", archive, "--capture", copy)).isZero();
        assertThat(err.toString()).contains("wrote " + copy, "no serial numbers and no MAC addresses");
        assertThat(run("inventory", "--root", archive, "-o", "json")).isZero();
        String expected = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("inventory", "--root", copy, "-o", "json")).isZero();
        assertThat(out.toString()).isEqualTo(expected);
    }

    @Test
    void thisMachineHasAnInventory() throws IOException {
        assertThat(run("inventory", "-o", "json")).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).has("functions")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent.tar.gz", "pci.ids", "."})
    void aRootThatIsNoneIsRefusedByName(String name) {
        String root = folder.resolve(name).toString();
        assertThat(run("inventory", "--root", root)).isEqualTo(1);
        assertThat(err.toString()).startsWith("fairlead: --root " + root + ": ").doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void namesThatCannotBeReadAreRefused() {
        assertThat(run("inventory", "--root", archive, "--pci-ids", folder.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("--pci-ids " + folder, "is not a file");
    }

    @Test
    void aCopyThatCannotBeWrittenIsRefused() {
        assertThat(run(
                        "inventory",
                        "--root",
                        archive,
                        "--capture",
                        folder.resolve("no/such/place").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("there is no such file or directory");
    }

    @Test
    void wrongUsageIsTwo() {
        assertThat(run("inventory", "-o", "yaml")).isEqualTo(2);
        assertThat(run("inventory", "--with-identities")).isEqualTo(2);
        assertThat(err.toString()).contains("--with-identities needs --capture");
    }

    private int run(String... args) {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
