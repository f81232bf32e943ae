package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.host.PciAddress;
import io.fairlead.machine.domain.Domain;
import io.fairlead.machine.domain.DomainRenderer;
import io.fairlead.machine.domain.GuestAddress;
import io.fairlead.machine.domain.HostDevice;
import io.fairlead.machine.domain.HostDevice.Source;
import io.fairlead.machine.domain.RandomMachines;
import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Libvirt makes a call of QEMU from our domains, and in it every function of the host is where we put it. */
class LibvirtRealTest {
    private static final int MACHINES = 50;
    private static final Pattern DEVICE = Pattern.compile("-device '(\\{[^']*})'");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Libvirt libvirt;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path scratch;

    /** A function of the host as QEMU is told of it. */
    record Passed(String host, String id, String bus, String slot, boolean multifunction) {}

    @BeforeAll
    static void libvirtRuns() throws IOException {
        libvirt = Libvirt.start(folder);
    }

    @AfterAll
    static void libvirtEnds() {
        libvirt.close();
    }

    static Stream<Path> examples() {
        return Examples.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleBecomesACallOfQemu(Path example) throws IOException {
        String xml = Examples.domain(example, scratch).out();
        assertThat(passed(xml)).containsExactlyElementsOf(placed(xml));
    }

    @Test
    void aCardKeepsItsFunctionsInOneSlot() throws IOException {
        String xml =
                Examples.domain(Path.of("../examples/whole-card.yaml"), scratch).out();
        List<Passed> card = passed(xml).stream()
                .filter(device -> device.id().startsWith("ua-hostdevice-net1"))
                .toList();
        String bus = card.getFirst().bus();
        assertThat(card)
                .containsExactly(
                        new Passed("0000:02:00.0", "ua-hostdevice-net1", bus, "0x0", true),
                        new Passed("0000:02:00.1", "ua-hostdevice-net1-1", bus, "0x0.0x1", false));
    }

    @Test
    void randomMachinesBecomeCallsOfQemu() throws IOException {
        long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
        List<String> domains = new RandomMachines(seed)
                .all()
                .map(machine -> DomainRenderer.render(machine).domain().toXml())
                .filter(xml -> xml.contains("arch='x86_64'"))
                .limit(MACHINES)
                .toList();
        for (String xml : domains) {
            assertThat(passed(xml))
                    .as("-Dseed=%d makes this machine again: %s", seed, xml)
                    .containsExactlyElementsOf(placed(xml));
        }
    }

    /** What QEMU gets. */
    private static List<Passed> passed(String xml) throws IOException {
        Command.Result result = libvirt.argumentsOf(xml);
        assertThat(result.succeeded()).as("%s%n%s", result.output(), xml).isTrue();
        return DEVICE.matcher(result.output())
                .results()
                .map(match -> json(match.group(1)))
                .filter(device -> device.path("driver").asText().equals("vfio-pci") && device.has("host"))
                .map(device -> new Passed(
                        device.path("host").asText(),
                        device.path("id").asText(),
                        device.path("bus").asText(),
                        device.path("addr").asText(),
                        device.path("multifunction").asBoolean()))
                .toList();
    }

    /** What the domain says. */
    private static List<Passed> placed(String xml) {
        return Domain.parse(xml).devices().hostDevices().stream()
                .filter(device -> device.source() instanceof Source.Pci)
                .map(LibvirtRealTest::placed)
                .toList();
    }

    private static Passed placed(HostDevice device) {
        GuestAddress address = Objects.requireNonNull(device.address());
        PciAddress place = address.place();
        String slot = "0x" + Integer.toHexString(place.device());
        return new Passed(
                ((Source.Pci) device.source()).address().toString(),
                "ua-" + device.alias(),
                place.bus() == 0 ? "pcie.0" : "pci." + place.bus(),
                place.function() == 0 ? slot : slot + ".0x" + place.function(),
                address.multifunction());
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(text, malformed);
        }
    }
}
