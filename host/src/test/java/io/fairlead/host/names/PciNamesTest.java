package io.fairlead.host.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.host.PciClass;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PciNamesTest {
    private static final PciId A40 = new PciId(0x10de, 0x2235);

    @TempDir
    private Path folder;

    @Test
    void theExcerptKnowsClassesAndHardwareThatPeopleGiveAway() {
        PciNames names = PciNames.excerpt();
        assertThat(names.warnings()).isEmpty();
        assertThat(names.vendor(0x10de)).contains("NVIDIA Corporation");
        assertThat(names.device(A40)).contains("GA102GL [A40]");
        assertThat(names.type(new PciClass(0x030200))).contains("3D controller");
        assertThat(names.type(new PciClass(0x03ff00))).contains("Display controller");
    }

    @Test
    void aFileOfTheSystemComesFirst() throws IOException {
        Path file = file("10de  Somebody\n\t2235  Something\n\t\t1028 145a  Board\nC 03  Screens\n\t02  Three\n");
        PciNames names = PciNames.firstOf(List.of(folder.resolve("absent"), file));
        assertThat(names.source()).isEqualTo(file.toString());
        assertThat(names.vendor(0x10de)).contains("Somebody");
        assertThat(names.device(A40)).contains("Something");
        assertThat(names.subsystem(A40, new PciId(0x1028, 0x145a))).contains("Board");
        assertThat(names.type(new PciClass(0x030200))).contains("Three");
        assertThat(PciNames.firstOf(List.of(folder.resolve("absent"))).source()).contains("excerpt");
    }

    @Test
    void brokenLinesAreNamedAndTheRestIsRead() throws IOException {
        Path file =
                file("\t2235  An orphan\n10de  NVIDIA\nzzzz  Nobody\n\t12  Short\n\t2235  A40\n\t\t1028  half\n10df\n");
        PciNames names = PciNames.of(file);
        assertThat(names.warnings())
                .containsExactly(
                        file + ":1 makes no sense",
                        file + ":3 makes no sense",
                        file + ":4 makes no sense",
                        file + ":5 makes no sense",
                        file + ":6 makes no sense",
                        file + ":7 makes no sense");
        assertThat(names.vendor(0x10de)).contains("NVIDIA");
        assertThat(names.device(A40)).isEmpty();
    }

    @Test
    void junkGivesAFewWarningsAndNoNames() throws IOException {
        byte[] junk = new byte[1 << 20];
        new Random(1).nextBytes(junk);
        Path file = folder.resolve("junk");
        Files.write(file, junk);
        assertThat(PciNames.of(file).warnings()).hasSize(21).last().asString().contains("more lines make no sense");
    }

    @Test
    void whatIsNoFileIsRefusedByName() {
        assertThatThrownBy(() -> PciNames.of(folder)).hasMessage(folder + " is not a file");
    }

    @Test
    void aFunctionIsDescribedAsPciDevicesAre() {
        TestingHost host = TestingHost.empty();
        host.function("0000:01:00.0").id(A40).type(0x030200);
        host.function("0000:02:00.0").id(new PciId(0xfffe, 0x1234)).type(0xff0000);
        List<PciFunction> functions = PciInventory.scan(host.root()).functions();
        FunctionNames names = new FunctionNames(PciNames.excerpt());
        assertThat(names.description(functions.getFirst()))
                .isEqualTo("3D controller: NVIDIA Corporation GA102GL [A40]");
        assertThat(names.description(functions.getLast())).isEqualTo("Unassigned class: Vendor fffe Device 1234");
        assertThat(names.resourceName(functions.getFirst())).hasToString("nvidia.com/GA102GL_A40");
    }

    @Test
    void modelsThatShareANameAreReported() throws IOException {
        TestingHost host = TestingHost.empty();
        host.function("0000:01:00.0").id(new PciId(0x10de, 1));
        host.function("0000:02:00.0").id(new PciId(0x10de, 2));
        host.function("0000:03:00.0").id(new PciId(0x10de, 2));
        host.function("0000:04:00.0").id(new PciId(0x10de, 3));
        FunctionNames names =
                new FunctionNames(PciNames.of(file("10de  NVIDIA\n\t0001  A-1\n\t0002  A1\n\t0003  B\n")));
        assertThat(names.collisions(PciInventory.scan(host.root()).functions()))
                .hasSize(1)
                .containsEntry(
                        ResourceName.parse("nvidia.com/A1"),
                        new java.util.TreeSet<>(Set.of(new PciId(0x10de, 1), new PciId(0x10de, 2))));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("pci.ids"), text);
    }
}
