package io.fairlead.host.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.host.CapturedHosts;
import io.fairlead.host.Offer;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Binding;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.MediatedDevices;
import io.fairlead.host.kernel.Reset;
import io.fairlead.host.kernel.Resets;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VirtualFunctions;
import io.fairlead.host.tree.MemoryTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a machine that does not exist can show. */
class SimulatedKernelTest {
    private static final PciAddress PHYSICAL = PciAddress.parse("0000:01:00.0");
    private static final PciAddress BRIDGE = PciAddress.parse("0000:00:04.0");
    private static final List<PciAddress> CARD =
            List.of(PciAddress.parse("0000:02:00.0"), PciAddress.parse("0000:02:00.1"));

    private MemoryTree tree;
    private SimulatedKernel kernel;
    private Sysfs sysfs;

    @BeforeEach
    void start() throws Exception {
        tree = CapturedHosts.LAB.tree();
        kernel = SimulatedKernel.of(tree, Duration.ofMillis(200));
        sysfs = new Sysfs(kernel.root());
    }

    @Test
    void aCapturedHostBeginsAsItWas() throws Exception {
        PciInventory before = PciInventory.scan(CapturedHosts.LAB.tree());
        assertThat(PciInventory.scan(kernel.root()).functions()).isEqualTo(before.functions());
        assertThat(sysfs.names("dev/vfio")).contains("vfio", "11", "17", "23").doesNotContain("10");
    }

    @Test
    void afterARebootEverythingIsWithItsOwnDriver() throws Exception {
        String boot = sysfs.text("proc/sys/kernel/random/boot_id").orElseThrow();
        kernel.reboot();
        assertThat(sysfs.driver(CARD.getFirst())).contains("e1000e");
        assertThat(new VirtualFunctions(kernel).of(PHYSICAL)).isEmpty();
        assertThat(sysfs.names(Sysfs.MDEV_DEVICES)).isEmpty();
        assertThat(sysfs.names("dev/vfio")).containsExactly("vfio");
        assertThat(sysfs.text("proc/sys/kernel/random/boot_id")).isPresent().isNotEqualTo(Optional.of(boot));
    }

    @Test
    void anInterfaceGoesWithItsDriverAndComesBackWithIt() throws Exception {
        kernel.reboot();
        Binding binding = new Binding(kernel);
        List<String> interfaces = sysfs.names("sys/class/net");
        var before = binding.drivers(CARD);
        binding.toVfio(CARD);
        assertThat(sysfs.names("sys/class/net")).hasSize(interfaces.size() - 2);
        for (PciAddress function : CARD) {
            binding.giveBack(function, before.getOrDefault(function, Optional.empty()));
        }
        assertThat(sysfs.names("sys/class/net")).isEqualTo(interfaces);
        assertThat(PciInventory.scan(kernel.root()).function(CARD.getFirst()))
                .map(PciFunction::interfaces)
                .hasValueSatisfying(carried -> assertThat(carried).hasSize(1));
    }

    @Test
    void aBridgeThatCanResetsAllBehindIt() throws Exception {
        tree.file(sysfs.present(BRIDGE) + "/reset_subordinate", "");
        assertThat(new Resets(kernel).card(CARD)).isEqualTo(new Reset.Done(Reset.How.BRIDGE));
        assertThat(kernel.resets()).isEqualTo(CARD);
    }

    @Test
    void aBridgeThatRefusesIsPassedBy() throws Exception {
        tree.file(sysfs.present(BRIDGE) + "/reset_subordinate", "");
        kernel.faults().refuse("reset_subordinate", BRIDGE, Errno.ENOTTY);
        assertThat(new Resets(kernel).card(CARD)).isEqualTo(new Reset.Done(Reset.How.BUS));
        kernel.faults().refuse("hot_reset", CARD.getFirst(), Errno.ENOTTY);
        assertThat(new Resets(kernel).card(CARD))
                .isInstanceOfSatisfying(
                        Reset.OneByOne.class,
                        reset -> assertThat(reset.whyNotTheBus()).contains("reset_subordinate", "hot reset"));
    }

    @Test
    void aCardThatIsNotAloneIsResetFunctionByFunction() throws Exception {
        PciAddress third = PciAddress.parse("0000:02:01.0");
        tree.file("sys/devices/pci0000:00/%s/%s/class".formatted(BRIDGE, third), "0x020000");
        assertThat(new Resets(kernel).card(CARD)).isEqualTo(new Reset.OneByOne("other functions are on it"));
        tree.remove(sysfs.present(CARD.getLast()) + "/reset");
        assertThat(new Resets(kernel).card(CARD))
                .isEqualTo(
                        new Reset.Impossible(
                                "0000:02:00.1: no function reset, and the bus cannot be reset because other functions are on it"));
        assertThat(new Resets(kernel).function(CARD.getLast()))
                .isEqualTo(new Reset.Impossible("0000:02:00.1 has no function reset"));
        assertThat(kernel.resets()).isEqualTo(CARD);
    }

    @Test
    void virtualFunctionsGoWithTheDriverThatMadeThem() throws Exception {
        kernel.reboot();
        new VirtualFunctions(kernel).resize(PHYSICAL, 2);
        kernel.write("sys/bus/pci/drivers/igb/unbind", PHYSICAL.toString());
        assertThat(sysfs.device(PciAddress.parse("0000:01:10.0"))).isEmpty();
        assertThatThrownBy(() -> kernel.write(Sysfs.DEVICES + "/" + PHYSICAL + "/sriov_numvfs", "1"))
                .hasMessageContaining("No such file or directory");
    }

    @Test
    void virtualFunctionsInUseAreNotRemoved() throws Exception {
        PciAddress function = PciAddress.parse("0000:01:10.0");
        String node = "dev/vfio/" + sysfs.group(function).orElseThrow();
        try (Kernel.Watch _ = kernel.open(node)) {
            assertThatThrownBy(() -> new VirtualFunctions(kernel).resize(PHYSICAL, 1))
                    .hasMessageContaining(function + " is in use");
            assertThatThrownBy(() -> kernel.open(node)).hasMessageContaining("busy");
        }
        assertThat(new VirtualFunctions(kernel).resize(PHYSICAL, 1)).hasSize(1);
    }

    @Test
    void aFullParentSaysSo() throws Exception {
        tree.file("sys/devices/virtual/mtty/mtty/mdev_supported_types/mtty-1/available_instances", "0");
        assertThatThrownBy(() -> new MediatedDevices(kernel).create("mtty", "mtty-1", UUID.randomUUID()))
                .hasMessageContaining("can make no more of type mtty-1");
    }

    @Test
    void aMediatedDeviceInUseIsNotRemoved() throws Exception {
        UUID uuid = UUID.fromString("83b8f4f2-509f-382f-3c1e-e6bfe0fa1001");
        MediatedDevices devices = new MediatedDevices(kernel);
        String node = "dev/vfio/" + devices.group(uuid).orElseThrow();
        try (Kernel.Watch _ = kernel.open(node)) {
            assertThatThrownBy(() -> devices.remove(uuid)).hasMessageContaining("has /" + node + " open");
        }
        devices.remove(uuid);
        assertThat(devices.group(uuid)).isEmpty();
    }

    @Test
    void aCardThatComesBackIsTold() throws Exception {
        kernel.reboot();
        for (PciAddress function : CARD) {
            kernel.unplug(function);
        }
        assertThat(PciInventory.scan(kernel.root()).unit(CARD.getFirst())).isEmpty();
        CountDownLatch told = new CountDownLatch(1);
        try (Kernel.Watch _ = kernel.watch(told::countDown)) {
            kernel.plug(CARD.getFirst(), CARD.getLast());
            assertThat(told.await(2, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(PciInventory.scan(kernel.root()).unit(CARD.getFirst()))
                .map(PassthroughUnit::addresses)
                .contains(CARD);
    }

    @Test
    void aFunctionInAGroupThatTheHostUsesCannotBeOpened() throws Exception {
        kernel.reboot();
        kernel.write(Sysfs.DEVICES + "/" + CARD.getFirst() + "/driver_override", "vfio-pci");
        kernel.write(
                Sysfs.DEVICES + "/" + CARD.getFirst() + "/driver/unbind",
                CARD.getFirst().toString());
        kernel.write("sys/bus/pci/drivers/vfio-pci/bind", CARD.getFirst().toString());
        String node = "dev/vfio/" + sysfs.group(CARD.getFirst()).orElseThrow();
        assertThatThrownBy(() -> kernel.open(node)).hasMessageContaining("not permitted");
    }

    @Test
    void theHostsOwnStaysWithheldWhateverHappens() throws Exception {
        kernel.reboot();
        tree.file(
                        "proc/1/net/route",
                        "Iface Destination Gateway Flags RefCnt Use Metric Mask\neth2 00000000 0102000A 0003 0 0 0 00000000")
                .file("proc/1/mountinfo", "")
                .file("proc/swaps", "Filename");
        PciAddress carrier = PciInventory.scan(kernel.root()).functions().stream()
                .filter(function -> function.interfaces().stream()
                        .anyMatch(carried -> carried.name().equals("eth2")))
                .findFirst()
                .orElseThrow()
                .address();
        assertThat(PciInventory.scan(kernel.root()).unit(carrier).orElseThrow().offer())
                .isInstanceOf(Offer.Withheld.class);
    }

    @Test
    void onDiskADeviceNodeCanBeOpened(@TempDir Path directory) throws Exception {
        SimulatedKernel onDisk = SimulatedKernel.in(directory, CapturedHosts.LAB.tree());
        Files.write(directory.resolve("dev/vfio/11"), new byte[] {1});
        assertThat(new Binding(onDisk).drivers(CARD)).containsEntry(CARD.getFirst(), Optional.of("vfio-pci"));
    }
}
