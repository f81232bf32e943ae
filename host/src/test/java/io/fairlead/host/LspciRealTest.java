package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.tree.Unpacking;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The inventory says of every function what lspci says of it. */
class LspciRealTest {
    private static final Pattern REGION = Pattern.compile(
            "\\t(?<space>Memory|I/O ports) at \\S+ (\\((?<bits>32|64)-bit, (?<non>non-)?prefetchable\\) )?.*\\[size=(?<size>\\d+)(?<unit>[KMGT]?)\\]");

    @TempDir
    private Path folder;

    @BeforeAll
    static void lspciIsThere() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/lspci")), "lspci is not installed; package pciutils has it");
    }

    @ParameterizedTest
    @EnumSource
    void everyFunctionIsWhatLspciSaysItIs(CapturedHosts host) throws Exception {
        Unpacking.unpack(Capture.of(host.tree(), false), folder);
        PciInventory inventory = PciInventory.scan(host.tree());
        PciNames ids = PciNames.system();

        Map<String, Map<String, String>> expected = new TreeMap<>();
        for (String block : lspci("-Dvmmnn").split("\n\n")) {
            Map<String, String> fields = new LinkedHashMap<>();
            block.lines().map(line -> line.split(":\t", 2)).forEach(pair -> fields.put(pair[0], pair[1]));
            expected.put(fields.getOrDefault("Slot", ""), fields);
        }
        Map<String, Map<String, String>> actual = new TreeMap<>();
        inventory.functions().forEach(function -> actual.put(function.address().toString(), fields(function, ids)));
        assertThat(actual).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void everyRegionHasTheSizeThatLspciShows(CapturedHosts host) throws Exception {
        Unpacking.unpack(Capture.of(host.tree(), false), folder);
        Map<String, List<String>> expected = new TreeMap<>();
        for (String block : lspci("-Dv").split("\n\n")) {
            expected.put(
                    block.substring(0, block.indexOf(' ')),
                    block.lines()
                            .flatMap(line -> REGION.matcher(line).results().map(_ -> region(line)))
                            .toList());
        }
        Map<String, List<String>> actual = new TreeMap<>();
        for (PciFunction function : PciInventory.scan(host.tree()).functions()) {
            actual.put(
                    function.address().toString(),
                    function.bars().stream()
                            .map(bar -> "%s %d %s".formatted(bar.space(), bar.size(), bar.prefetchable()))
                            .toList());
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(actual.values()).anyMatch(regions -> !regions.isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void everyDriverIsTheOneThatTheLinkNames(CapturedHosts host) throws Exception {
        Unpacking.unpack(Capture.of(host.tree(), false), folder);
        for (PciFunction function : PciInventory.scan(host.tree()).functions()) {
            Path link = folder.resolve("sys/bus/pci/devices/" + function.address() + "/driver");
            assertThat(function.driver().orElse("none"))
                    .isEqualTo(
                            Files.isSymbolicLink(link)
                                    ? Files.readSymbolicLink(link).getFileName().toString()
                                    : "none");
        }
    }

    /** As lspci writes it, with its way to leave out what is zero or nothing. */
    private static Map<String, String> fields(PciFunction function, PciNames ids) {
        Map<String, String> fields = new LinkedHashMap<>();
        FunctionNames names = new FunctionNames(ids);
        fields.put("Slot", function.address().toString());
        fields.put("Class", "%s [%s]".formatted(names.type(function), function.type()));
        fields.put(
                "Vendor",
                numbered(
                        ids.vendor(function.id().vendor()).orElse("Vendor"),
                        function.id().vendorHex()));
        fields.put(
                "Device",
                numbered(
                        ids.device(function.id()).orElse("Device"),
                        function.id().deviceHex()));
        function.subsystem().ifPresent(subsystem -> {
            fields.put("SVendor", numbered(ids.vendor(subsystem.vendor()).orElse("Vendor"), subsystem.vendorHex()));
            fields.put(
                    "SDevice",
                    numbered(ids.subsystem(function.id(), subsystem).orElse("Device"), subsystem.deviceHex()));
        });
        if (function.revision() != 0) {
            fields.put("Rev", "%02x".formatted(function.revision()));
        }
        fields.put("ProgIf", "%02x".formatted(function.type().programmingInterface()));
        function.numaNode().ifPresent(node -> fields.put("NUMANode", String.valueOf(node)));
        function.iommuGroup().ifPresent(group -> fields.put("IOMMUGroup", String.valueOf(group)));
        return fields;
    }

    private static String numbered(String name, String hex) {
        return "%s [%s]".formatted(name, hex);
    }

    private static String region(String line) {
        Matcher matcher = REGION.matcher(line);
        assertThat(matcher.find()).isTrue();
        long size = Long.parseLong(matcher.group("size"))
                << (10 * List.of("", "K", "M", "G", "T").indexOf(matcher.group("unit")));
        String space = matcher.group("space").equals("Memory") ? "MEMORY_" + matcher.group("bits") : "IO";
        boolean prefetchable = space.startsWith("MEMORY") && matcher.group("non") == null;
        return "%s %d %s".formatted(space, size, prefetchable);
    }

    private String lspci(String... options) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/usr/bin/lspci", "-O", "sysfs.path=" + folder + "/sys/bus/pci"));
        command.addAll(Arrays.asList(options));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.strip();
    }
}
