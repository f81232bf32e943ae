package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.host.tree.HostRoot;
import io.fairlead.host.tree.MemoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a tree holds, a scan ends, says what it could not read, and offers nothing that it is not sure about. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class HostileTreeTest {
    private final TestingHost host = TestingHost.empty();
    private final TestingFunction first = host.function("0000:01:00.0").group(1);
    private final TestingFunction second = host.function("0000:01:00.1").group(1);

    record Damage(String name, Consumer<TestingFunction> done, String warning) {}

    static Stream<Damage> damages() {
        return Stream.of(
                new Damage("missing vendor", f -> tree(f).remove(f.path() + "/vendor"), "has no usable vendor"),
                new Damage("empty device", f -> f.attribute("device", ""), "has no usable device"),
                new Damage(
                        "word for a class",
                        f -> f.attribute("class", "0xzz0000"),
                        "has no usable class but \"0xzz0000\""),
                new Damage(
                        "too many digits",
                        f -> f.attribute("vendor", "0x10de10de"),
                        "has no usable vendor but \"0x10de10de\""),
                new Damage(
                        "binary junk",
                        f -> tree(f).file(f.path() + "/vendor", junk(300)),
                        "has no usable vendor but \""),
                new Damage(
                        "huge file",
                        f -> tree(f).file(f.path() + "/vendor", new byte[1 << 20]),
                        "is longer than 65,536 bytes"),
                new Damage(
                        "directory for a file",
                        f -> tree(f).remove(f.path() + "/vendor").directory(f.path() + "/vendor"),
                        "is not a regular file"),
                new Damage(
                        "file for a link",
                        f -> tree(f).file(f.path() + "/driver", "igb"),
                        "has an unusable link driver"),
                new Damage(
                        "group without a number",
                        f -> tree(f).link(f.path() + "/iommu_group", "../x"),
                        "is in an IOMMU group without a number"),
                new Damage(
                        "maker without an address",
                        f -> tree(f).link(f.path() + "/physfn", "../x"),
                        "has a physical function without an address"),
                new Damage("dangling entry", f -> tree(f).remove(f.path()), "which is not there"),
                new Damage("entry that loops", f -> entry(f, f.address().toString()), "which is not there"),
                new Damage(
                        "entry of another device",
                        f -> entry(f, "../../../devices/pci0000:00/0000:01:00.0"),
                        "another device"),
                new Damage(
                        "entry that leaves the tree",
                        f -> entry(f, "../../../../../../../../etc"),
                        "which is not there"),
                new Damage(
                        "entry that is a file",
                        f -> tree(f).file(FunctionReader.DEVICES + "/" + f.address(), "x"),
                        "is not a link to a device"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void aFunctionThatMakesNoSenseIsLeftOutAndItsGroupIsKept(Damage damage) {
        damage.done().accept(second);

        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.functions()).extracting(PciFunction::address).containsExactly(first.address());
        assertThat(inventory.warnings())
                .anySatisfy(warning ->
                        assertThat(warning).contains(damage.warning()).contains("0000:01:00.1"));
        assertThat(Offers.texts(inventory.units().getFirst().offer()))
                .containsExactly("IOMMU group 1 also has 0000:01:00.1, which could not be read");
    }

    @Test
    void smallThingsThatMakeNoSenseCostOnlyAWarning() {
        first.attribute("numa_node", "near")
                .attribute("resource", "junk\n0x0 0x1\n0x0 0xz 0x200")
                .attribute("current_link_speed", "?")
                .attribute("max_link_speed", "?")
                .attribute("current_link_width", "\u0007\u001b[2J");
        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.warnings())
                .containsExactly(
                        first.path() + "/current_link_width is not a number: \"??[2J\"",
                        first.path() + "/numa_node is not a number: \"near\"");
        assertThat(inventory.functions()).hasSize(2);
        assertThat(inventory.functions().getFirst().bars()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PCI_ID=", "PCI_ID=12", "PCI_ID=xxxx:yyyy", "PCI_CLASS=1234567\nPCI_ID=1:2:3", "=\n="})
    void aUeventThatMakesNoSenseLeavesTheOtherFiles(String uevent) {
        PciInventory expected = PciInventory.scan(host.root());
        first.attribute("uevent", uevent);
        assertThat(PciInventory.scan(host.root())).isEqualTo(expected);
    }

    @Test
    void namesThatAreNoAddressesAreNamed() {
        host.root().link(FunctionReader.DEVICES + "/lost+found", "..");
        assertThat(PciInventory.scan(host.root()).warnings())
                .containsExactly("sys/bus/pci/devices/lost+found is not a PCI address; the function is left out");
    }

    @Test
    void anEmptyTreeSaysThatItIsNone() {
        PciInventory inventory = PciInventory.scan(new MemoryTree());
        assertThat(inventory.functions()).isEmpty();
        assertThat(inventory.warnings())
                .containsExactly("sys/bus/pci/devices is not there: a host without PCI, or not a host's tree");
    }

    @Test
    void aDeviceThatVanishesWhileItIsReadIsLeftOut() {
        HostRoot vanishing = new Vanishing(host.root(), second);
        PciInventory inventory = PciInventory.scan(vanishing);
        assertThat(inventory.functions()).extracting(PciFunction::address).containsExactly(first.address());
        assertThat(inventory.warnings()).singleElement().asString().contains("has no usable class");
        assertThat(inventory.units().getFirst().offer().isOfferable()).isFalse();
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        HostRoot broken = new Reading(host.root(), file -> {
            if (file.equals(second.path() + "/vendor")) {
                throw new IOException("cannot be read: Input/output error");
            }
        });
        PciInventory inventory = PciInventory.scan(broken);
        assertThat(inventory.warnings()).contains(second.path() + "/vendor cannot be read: Input/output error");
        assertThat(inventory.functions()).hasSize(1);
    }

    @Test
    void aDriverThatLetsGoWhileItsFunctionIsReadIsNoDriver() {
        second.driver("igb");
        HostRoot unbound = new Reading(host.root(), file -> {
            // After the names of the function's attributes are known, before its driver is asked for.
            if (file.equals(second.path() + "/vendor")) {
                tree(second).remove(second.path() + "/driver");
            }
        });

        PciInventory inventory = PciInventory.scan(unbound);

        assertThat(inventory.warnings()).isEmpty();
        assertThat(inventory.functions())
                .filteredOn(function -> function.address().equals(second.address()))
                .singleElement()
                .satisfies(function -> assertThat(function.driver()).isEmpty());
    }

    @Test
    void aDeviceThatDoesNotAnswerHoldsNobodyUpAndIsReadAgainWhenItHasAnswered() {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch healed = new CountDownLatch(1);
        HostRoot hanging = new Reading(host.root(), file -> {
            if (file.equals(second.path() + "/vendor")) {
                asked.incrementAndGet();
                pass(healed);
            }
        });

        for (int scan = 0; scan < 3; scan++) {
            PciInventory inventory = PciInventory.scan(hanging, Duration.ofSeconds(5));
            assertThat(inventory.functions()).extracting(PciFunction::address).containsExactly(first.address());
            assertThat(inventory.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("sys/bus/pci/devices/0000:01:00.1 does not answer");
            assertThat(Offers.texts(inventory.units().getFirst().offer()))
                    .containsExactly("IOMMU group 1 also has 0000:01:00.1, which could not be read");
        }
        assertThat(asked).as("threads that wait for it").hasValue(1);

        healed.countDown();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> PciInventory.scan(hanging).functions().size() == 2);
    }

    @Test
    void aMakerOfMediatedDevicesThatDoesNotAnswerHoldsNobodyUp() {
        String type = first.path() + "/mdev_supported_types/i915-GVTg_V5_4";
        tree(first)
                .link("sys/class/mdev_bus/0000:01:00.0", "../../" + first.path().substring("sys/".length()))
                .file(type + "/name", "GVTg_V5_4")
                .file(type + "/available_instances", "1");
        CountDownLatch healed = new CountDownLatch(1);
        HostRoot hanging = new Reading(host.root(), file -> {
            if (file.equals(type + "/available_instances")) {
                pass(healed);
            }
        });

        PciInventory inventory = PciInventory.scan(hanging, Duration.ofSeconds(5));
        assertThat(inventory.mdevParents()).isEmpty();
        assertThat(inventory.functions()).hasSize(2);
        assertThat(inventory.warnings())
                .containsExactly("sys/class/mdev_bus/0000:01:00.0 does not answer: its driver hangs, see dmesg;"
                        + " its mediated devices are left out");

        healed.countDown();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> PciInventory.scan(hanging).mdevParents().size() == 1);
    }

    private static void pass(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void pipesDevicesAndLoopsInADirectoryDoNotHoldTheScanUp(@TempDir Path folder) throws Exception {
        Path device = Files.createDirectories(folder.resolve("sys/devices/pci0000:00/0000:01:00.0"));
        Path devices = Files.createDirectories(folder.resolve("sys/bus/pci/devices"));
        Files.createSymbolicLink(devices.resolve("0000:01:00.0"), Path.of("../../../devices/pci0000:00/0000:01:00.0"));
        Files.createSymbolicLink(devices.resolve("0000:02:00.0"), Path.of("0000:02:00.0"));
        Files.createSymbolicLink(device.resolve("driver"), device.resolve("driver"));
        Files.createSymbolicLink(device.resolve("class"), Path.of("/dev/zero"));
        assertThat(new ProcessBuilder("mkfifo", device.resolve("uevent").toString())
                        .start()
                        .waitFor())
                .isZero();

        PciInventory inventory = PciInventory.scan(HostRoot.open(folder));
        assertThat(inventory.functions()).isEmpty();
        assertThat(inventory.warnings())
                .anyMatch(warning -> warning.endsWith("/uevent is not a regular file"))
                .anyMatch(warning -> warning.endsWith("/class is not a regular file"))
                .anyMatch(warning -> warning.startsWith("sys/bus/pci/devices/0000:02:00.0 leads to"));
    }

    /** One reason each why they must stay, so that every damage to that reason has to count. */
    private static TestingHost inUse() {
        TestingHost host = TestingHost.empty();
        TestingFunction port =
                host.function("0000:00:01.0").type(0x060400).driver("pcieport").group(1);
        port.behind("0000:01:00.0").type(0x020000).driver("igb").group(2).networkInterface("eth0");
        port.behind("0000:02:00.0")
                .type(0x010802)
                .driver("nvme")
                .group(3)
                .disk("nvme0n1", "259:0")
                .partition("nvme0n1", "nvme0n1p1", "259:1");
        port.behind("0000:03:00.0").type(0x030000).group(4).attribute("boot_vga", "1");
        TestingFunction physical = port.behind("0000:04:00.0").group(5);
        port.behind("0000:04:00.1").group(5).virtualOf(physical, 0);
        host.virtualInterface("br0", "eth0").virtualDisk("dm-0", "253:0", "nvme0n1p1");
        return host.mount("253:0", "/", "ext4", "/dev/mapper/root").defaultRoute("br0");
    }

    enum Hit {
        NOTHING_LEFT,
        JUNK,
        LINK_TO_NOWHERE,
        LINK_TO_ITSELF,
        EMPTY_DIRECTORY;

        void damage(MemoryTree tree, String path) {
            tree.remove(path);
            switch (this) {
                case NOTHING_LEFT -> {}
                case JUNK -> tree.file(path, junk(77));
                case LINK_TO_NOWHERE -> tree.link(path, "../../nowhere");
                case LINK_TO_ITSELF -> tree.link(path, path.substring(path.lastIndexOf('/') + 1));
                case EMPTY_DIRECTORY -> tree.directory(path);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noSingleDamageMakesSomethingOfTheHostsOwnLookFree(Hit hit) {
        for (String path : inUse().root().paths()) {
            TestingHost damaged = inUse();
            hit.damage(damaged.root(), path);
            assertThat(PciInventory.scan(damaged.root()).units())
                    .as("%s at %s", hit, path)
                    .noneMatch(unit -> unit.offer().isOfferable());
        }
    }

    private static MemoryTree tree(TestingFunction function) {
        return function.root();
    }

    private static void entry(TestingFunction function, String target) {
        tree(function).link(FunctionReader.DEVICES + "/" + function.address(), target);
    }

    private static byte[] junk(int length) {
        byte[] junk = new byte[length];
        new Random(length).nextBytes(junk);
        return junk;
    }

    /** The device goes away as soon as somebody has seen the names of its files. */
    private record Vanishing(HostRoot root, TestingFunction device) implements HostRoot {
        @Override
        public Optional<List<String>> list(String directory) throws IOException {
            Optional<List<String>> names = root.list(directory);
            if (directory.equals(device.path())) {
                device.vanish();
            }
            return names;
        }

        @Override
        public Optional<byte[]> read(String file, int limit) throws IOException {
            return root.read(file, limit);
        }

        @Override
        public Optional<String> link(String path) throws IOException {
            return root.link(path);
        }
    }

    /** Something happens before a file is read. */
    private record Reading(HostRoot root, BeforeRead before) implements HostRoot {
        interface BeforeRead {
            void read(String file) throws IOException;
        }

        @Override
        public Optional<List<String>> list(String directory) throws IOException {
            return root.list(directory);
        }

        @Override
        public Optional<byte[]> read(String file, int limit) throws IOException {
            before.read(file);
            return root.read(file, limit);
        }

        @Override
        public Optional<String> link(String path) throws IOException {
            return root.link(path);
        }
    }
}
