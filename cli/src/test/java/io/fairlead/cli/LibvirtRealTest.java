package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.host.PciAddress;
import io.fairlead.machine.domain.Devices;
import io.fairlead.machine.domain.Domain;
import io.fairlead.machine.domain.DomainRenderer;
import io.fairlead.machine.domain.GuestAddress;
import io.fairlead.machine.domain.HostDevice;
import io.fairlead.machine.domain.HostDevice.Source;
import io.fairlead.machine.domain.HostDevice.Source.Mediated;
import io.fairlead.machine.domain.NetworkCard;
import io.fairlead.machine.domain.RandomMachines;
import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Libvirt makes a call of QEMU from our domains, and in it every device of the host is where we put it.
 *
 * <p>Two things cannot be seen here. Libvirt translates every network card as if it were a bare tap: of a card it keeps the
 * model and the MAC, so these are compared and the tap's name, MTU, boot order and guest address are not. And it needs the emulator of the architecture: machines for arm64 are checked against the schema only.
 */
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

    /** A device of the host as QEMU is told of it; its source is a PCI address or the folder of a mediated device. */
    record Passed(
            String source,
            String id,
            String bus,
            String slot,
            boolean multifunction,
            boolean display,
            boolean ramFramebuffer) {}

    /** A network card as QEMU is told of it. A card without a MAC gets one from libvirt's own range. */
    record Card(String driver, String mac) {
        private static final String CHOSEN_BY_LIBVIRT = "52:54:00:";

        Card {
            mac = mac.startsWith(CHOSEN_BY_LIBVIRT) ? CHOSEN_BY_LIBVIRT : mac;
        }
    }

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
        isTranslated(xml);
    }

    @Test
    void aCardKeepsItsFunctionsInOneSlot() throws IOException {
        String xml =
                Examples.domain(Path.of("../examples/whole-card.yaml"), scratch).out();
        List<Passed> card = passed(devices(xml)).stream()
                .filter(device -> device.id().startsWith("ua-hostdevice-net1"))
                .toList();
        String bus = card.getFirst().bus();
        assertThat(card)
                .containsExactly(
                        new Passed("0000:02:00.0", "ua-hostdevice-net1", bus, "0x0", true, false, false),
                        new Passed("0000:02:00.1", "ua-hostdevice-net1-1", bus, "0x0.0x1", false, false, false));
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
        assertThat(domains).anyMatch(xml -> xml.contains("type='mdev'")).anyMatch(xml -> xml.contains("<interface"));
        for (String xml : domains) {
            assertThatCode(() -> isTranslated(xml))
                    .as("-Dseed=%d makes this machine again: %s", seed, xml)
                    .doesNotThrowAnyException();
        }
    }

    private static void isTranslated(String xml) throws IOException {
        List<JsonNode> devices = devices(xml);
        Devices ours = Domain.parse(xml).devices();
        assertThat(passed(devices))
                .containsExactlyElementsOf(ours.hostDevices().stream()
                        .filter(device -> !(device.source() instanceof Source.Other))
                        .map(LibvirtRealTest::placed)
                        .toList());
        assertThat(cards(devices))
                .containsExactlyElementsOf(
                        ours.networkCards().stream().map(LibvirtRealTest::card).toList());
    }

    /** The devices that QEMU gets. */
    private static List<JsonNode> devices(String xml) throws IOException {
        Command.Result result = libvirt.argumentsOf(xml);
        assertThat(result.succeeded()).as("%s%n%s", result.output(), xml).isTrue();
        return DEVICE.matcher(result.output())
                .results()
                .map(match -> json(match.group(1)))
                .toList();
    }

    private static List<Passed> passed(List<JsonNode> devices) {
        return devices.stream()
                .filter(device -> device.path("driver").asText().startsWith("vfio-pci"))
                .map(device -> new Passed(
                        device.path("host").asText(device.path("sysfsdev").asText()),
                        device.path("id").asText(),
                        device.path("bus").asText(),
                        device.path("addr").asText(),
                        device.path("multifunction").asBoolean(),
                        device.path("display").asText().equals("on"),
                        device.path("ramfb").asBoolean()))
                .toList();
    }

    private static List<Card> cards(List<JsonNode> devices) {
        return devices.stream()
                .filter(device -> device.has("netdev"))
                .map(device -> new Card(
                        device.path("driver").asText(), device.path("mac").asText()))
                .toList();
    }

    private static Passed placed(HostDevice device) {
        GuestAddress address = Objects.requireNonNull(device.address());
        PciAddress place = address.place();
        String slot = "0x" + Integer.toHexString(place.device());
        Optional<Mediated> mediated =
                device.source() instanceof Mediated source ? Optional.of(source) : Optional.empty();
        return new Passed(
                device.source() instanceof Source.Pci pci
                        ? pci.address().toString()
                        : "/sys/bus/mdev/devices/" + mediated.orElseThrow().uuid(),
                "ua-" + device.alias(),
                place.bus() == 0 ? "pcie.0" : "pci." + place.bus(),
                place.function() == 0 ? slot : slot + ".0x" + place.function(),
                address.multifunction(),
                mediated.flatMap(Mediated::display).orElse(false),
                mediated.flatMap(Mediated::ramFramebuffer).orElse(false));
    }

    private static Card card(NetworkCard card) {
        String model = Objects.requireNonNull(card.model());
        return new Card(
                model.startsWith("virtio") ? model.replace("virtio", "virtio-net-pci") : model,
                Objects.requireNonNullElse(card.mac(), Card.CHOSEN_BY_LIBVIRT));
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(text, malformed);
        }
    }
}
