package io.fairlead.host.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fairlead.host.MacAddress;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciCard;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.KernelException.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a kernel does, checked in the same way on Linux and on the simulation of it. The machine has a network card that can
 * make virtual functions, a card with two functions in one group, an unused disk, all with their own drivers, and a maker
 * of mediated devices. Every check leaves it as it was.
 */
public final class KernelContract {
    private static final PciId VIRTUALIZING = new PciId(0x8086, 0x10c9);
    private static final PciId TWO_FUNCTIONS = new PciId(0x8086, 0x10d3);
    private static final PciId DISK = new PciId(0x1b36, 0x0010);
    private static final MacAddress MAC = MacAddress.parse("52:54:00:aa:bb:01");
    private static final long PATIENCE_SECONDS = 20;

    private final Kernel kernel;
    private final Opener opener;
    private final Sysfs sysfs;
    private final Binding binding;
    private final VirtualFunctions virtualFunctions;
    private final PciAddress physical;
    private final List<PciAddress> card;
    private final PciAddress disk;

    /** Lets another process open a device node. */
    public interface Opener {
        AutoCloseable open(String node) throws Exception;
    }

    /** One sentence about kernels. */
    public interface Check {
        void run() throws Exception;
    }

    public KernelContract(Kernel kernel, Opener opener) {
        this.kernel = kernel;
        this.opener = opener;
        this.sysfs = new Sysfs(kernel.root());
        this.binding = new Binding(kernel);
        this.virtualFunctions = new VirtualFunctions(kernel);
        PciInventory inventory = PciInventory.scan(kernel.root());
        this.physical = physical(inventory, VIRTUALIZING);
        this.disk = physical(inventory, DISK);
        this.card = inventory.cards().stream()
                .filter(two -> two.functions().size() == 2
                        && two.functions().getFirst().id().equals(TWO_FUNCTIONS))
                .map(PciCard::addresses)
                .findFirst()
                .orElseThrow();
    }

    private static PciAddress physical(PciInventory inventory, PciId id) {
        return inventory.functions().stream()
                .filter(function -> function.id().equals(id) && !function.isVirtual())
                .map(PciFunction::address)
                .findFirst()
                .orElseThrow();
    }

    /** All that is checked, by its sentence. */
    public SequencedMap<String, Check> checks() {
        SequencedMap<String, Check> checks = new LinkedHashMap<>();
        checks.put("an attribute that is not there is gone", this::missingAttribute);
        checks.put("an attribute that is only for reading refuses", this::readOnlyAttribute);
        checks.put("a driver does not let go of what it has not", this::unbindFromWrongDriver);
        checks.put("a driver does not take what it does not know", this::bindWithoutMatch);
        checks.put("a function that has a driver is busy", this::bindTwice);
        checks.put("a function that is not there has no driver", this::probeMissing);
        checks.put("an override nobody answers to leaves a function without driver, silently", this::overrideToNobody);
        checks.put("one of two functions of a group is refused", this::halfAGroup);
        checks.put("a card goes to vfio, is reset, and goes back", this::cardAndBack);
        checks.put("a second move to vfio and a second return change nothing", this::idempotent);
        checks.put("what was on vfio before stays there", this::staysOnVfio);
        checks.put("a group that a process has open is not given back", this::openGroup);
        checks.put("too many virtual functions are refused", this::tooMany);
        checks.put("virtual functions come with groups of their own and go", this::makeAndRemove);
        checks.put("another number of virtual functions needs none first", this::changeNumber);
        checks.put("a virtual function is reset by itself", this::functionReset);
        checks.put("a virtual function's driver finds the address that was set before", this::macBeforeDriver);
        checks.put("what a virtual function was told is cleared", this::clearSettings);
        checks.put("a virtual function that is not there cannot be told anything", this::wrongIndex);
        checks.put("a mediated device is made once, and removed", this::mediatedDevice);
        checks.put("a mediated device needs a UUID", this::mediatedJunk);
        checks.put("a function that is removed is gone until the bus is scanned", this::removeAndRescan);
        checks.put("a change is told", this::uevents);
        return checks;
    }

    private void missingAttribute() {
        assertThat(reason(path(physical) + "/no_such_attribute", "1")).isEqualTo(Reason.GONE);
    }

    private void readOnlyAttribute() {
        assertThat(reason(path(physical) + "/vendor", "1")).isEqualTo(Reason.REFUSED);
    }

    private void unbindFromWrongDriver() {
        assertThat(reason("sys/bus/pci/drivers/vfio-pci/unbind", physical.toString()))
                .isEqualTo(Reason.GONE);
    }

    private void bindWithoutMatch() {
        assertThat(reason("sys/bus/pci/drivers/vfio-pci/bind", physical.toString()))
                .isEqualTo(Reason.GONE);
    }

    private void bindTwice() throws KernelException {
        String driver = sysfs.driver(physical).orElseThrow();
        assertThat(reason("sys/bus/pci/drivers/" + driver + "/bind", physical.toString()))
                .isEqualTo(Reason.BUSY);
    }

    private void probeMissing() {
        assertThat(reason("sys/bus/pci/drivers_probe", "0000:ff:1f.7")).isEqualTo(Reason.GONE);
        assertThat(reason("sys/bus/pci/drivers/vfio-pci/bind", "nonsense")).isEqualTo(Reason.GONE);
    }

    private void overrideToNobody() throws KernelException {
        PciAddress function = card.getFirst();
        String driver = sysfs.driver(function).orElseThrow();
        kernel.write(path(function) + "/driver_override", "nobody");
        kernel.write(path(function) + "/driver/unbind", function.toString());
        kernel.write("sys/bus/pci/drivers_probe", function.toString());
        assertThat(sysfs.driver(function)).isEmpty();
        assertThat(sysfs.attribute(function, "driver_override")).contains("nobody");
        kernel.write(path(function) + "/driver_override", "");
        assertThat(sysfs.attribute(function, "driver_override")).contains("(null)");
        kernel.write("sys/bus/pci/drivers_probe", function.toString());
        assertThat(sysfs.driver(function)).contains(driver);
    }

    private void halfAGroup() throws KernelException {
        Map<PciAddress, Optional<String>> before = binding.drivers(card);
        assertThatThrownBy(() -> binding.toVfio(card.subList(0, 1)))
                .hasMessageContaining("also holds " + card.getLast() + ", which driver ");
        assertThat(binding.drivers(card)).isEqualTo(before);
    }

    private void cardAndBack() throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(card);
        int group = sysfs.group(card.getFirst()).orElseThrow();
        try {
            binding.toVfio(card);
            assertThat(sysfs.names("dev/vfio")).contains(Integer.toString(group), "vfio");
            kernel.hotReset(card);
            assertThat(new Resets(kernel).card(card))
                    .isIn(new Reset.Done(Reset.How.BRIDGE), new Reset.Done(Reset.How.BUS));
        } finally {
            giveBack(before);
        }
        assertThat(binding.drivers(card)).isEqualTo(before);
        assertThat(sysfs.names("dev/vfio")).doesNotContain(Integer.toString(group));
        assertThat(sysfs.attribute(card.getFirst(), "driver_override")).contains("(null)");
    }

    private void idempotent() throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(card);
        binding.toVfio(card);
        binding.toVfio(card);
        binding.verify(card);
        giveBack(before);
        giveBack(before);
        assertThat(binding.drivers(card)).isEqualTo(before);
        assertThatThrownBy(() -> binding.verify(card)).hasMessageContaining("not on vfio-pci");
    }

    private void staysOnVfio() throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(card);
        binding.toVfio(card);
        giveBack(binding.drivers(card));
        binding.verify(card);
        giveBack(before);
    }

    private void openGroup() throws Exception {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(card);
        binding.toVfio(card);
        String node = VfioNodes.group(sysfs.group(card.getFirst()).orElseThrow());
        assertThat(kernel.isOpen(node)).isFalse();
        try (AutoCloseable _ = opener.open(node)) {
            assertThat(kernel.isOpen(node)).isTrue();
            assertThat(catchThrowableOfType(KernelException.class, () -> giveBack(before))
                            .reason())
                    .isEqualTo(Reason.BUSY);
            binding.verify(card);
        }
        assertThat(kernel.isOpen(node)).isFalse();
        giveBack(before);
    }

    private void tooMany() throws KernelException {
        int total = Integer.parseInt(sysfs.attribute(physical, "sriov_totalvfs").orElseThrow());
        assertThat(reason(path(physical) + "/sriov_numvfs", Integer.toString(total + 1)))
                .isEqualTo(Reason.REFUSED);
        assertThat(reason(path(physical) + "/sriov_numvfs", "many")).isEqualTo(Reason.REFUSED);
        assertThatThrownBy(() -> virtualFunctions.resize(physical, total + 1))
                .hasMessageContaining("use 0 to " + total);
    }

    private void makeAndRemove() throws Exception {
        withVirtualFunctions(0, made -> {
            assertThat(made).isEmpty();
            assertThat(virtualFunctions.of(physical)).isEmpty();
            assertThat(sysfs.device(new PciAddress(physical.domain(), physical.bus(), 0x10, 0)))
                    .isEmpty();
        });
        withVirtualFunctions(2, made -> {
            assertThat(made).hasSize(2);
            assertThat(sysfs.group(made.get(0))).isNotEqualTo(sysfs.group(made.get(1)));
            assertThat(sysfs.physicalFunction(made.get(1))).contains(physical);
            assertThat(sysfs.attribute(made.get(0), "device")).contains("0x10ca");
            assertThat(sysfs.attribute(physical, "sriov_numvfs")).contains("2");
            assertThat(virtualFunctions.resize(physical, 2).values()).containsExactlyElementsOf(made);
        });
    }

    private void changeNumber() throws Exception {
        withVirtualFunctions(1, _ -> {
            assertThat(reason(path(physical) + "/sriov_numvfs", "3")).isEqualTo(Reason.BUSY);
            assertThat(virtualFunctions.resize(physical, 3)).hasSize(3);
        });
    }

    private void functionReset() throws Exception {
        withAnyVirtualFunctions(made -> {
            PciAddress function = made.get(0);
            NavigableMap<PciAddress, Optional<String>> before = binding.drivers(List.of(function));
            assertThat(new Resets(kernel).function(function)).isInstanceOf(Reset.Impossible.class);
            binding.toVfio(List.of(function));
            assertThat(new Resets(kernel).function(function)).isEqualTo(new Reset.Done(Reset.How.FUNCTION));
            assertThat(reason(path(function) + "/reset", "2")).isEqualTo(Reason.REFUSED);
            giveBack(before);
        });
    }

    private void macBeforeDriver() throws Exception {
        withAnyVirtualFunctions(made -> {
            PciAddress function = made.get(0);
            NavigableMap<PciAddress, Optional<String>> before = binding.drivers(List.of(function));
            binding.toVfio(List.of(function));
            VfSettings told = new VfSettings(Optional.of(MAC), OptionalInt.empty(), Optional.of(true));
            virtualFunctions.configure(function, told);
            assertThat(virtualFunctions.settings(function))
                    .isEqualTo(new VfSettings(Optional.of(MAC), OptionalInt.of(0), Optional.of(true)));
            giveBack(before);
            assertThat(sysfs.driver(function)).contains("igbvf");
            String net = sysfs.present(function) + "/net";
            assertThat(sysfs.text(net + "/" + sysfs.names(net).getFirst() + "/address"))
                    .contains(MAC.text());
            virtualFunctions.clear(function, told);
        });
    }

    private void clearSettings() throws Exception {
        withAnyVirtualFunctions(made -> {
            PciAddress function = made.get(0);
            VfSettings all = new VfSettings(Optional.of(MAC), OptionalInt.of(7), Optional.of(true));
            virtualFunctions.configure(function, all);
            assertThat(virtualFunctions.settings(function)).isEqualTo(all);
            virtualFunctions.clear(function, all);
            assertThat(virtualFunctions.settings(function)).isEqualTo(VfSettings.CLEARED);
        });
    }

    private void wrongIndex() throws Exception {
        withAnyVirtualFunctions(_ -> {
            String name = sysfs.names(sysfs.present(physical) + "/net").getFirst();
            assertThat(catchThrowableOfType(
                                    KernelException.class, () -> kernel.setVirtualFunction(name, 6, VfSettings.CLEARED))
                            .reason())
                    .isEqualTo(Reason.REFUSED);
            assertThat(catchThrowableOfType(
                                    KernelException.class,
                                    () -> kernel.setVirtualFunction("nosuch0", 0, VfSettings.CLEARED))
                            .reason())
                    .isEqualTo(Reason.GONE);
        });
        assertThatThrownBy(() -> virtualFunctions.configure(physical, VfSettings.CLEARED))
                .hasMessageContaining("is not a virtual function");
    }

    private void mediatedDevice() throws KernelException {
        MediatedDevices devices = new MediatedDevices(kernel);
        UUID uuid = UUID.fromString("83b8f4f2-509f-382f-3c1e-e6bfe0fa2001");
        devices.create("mtty", "mtty-1", uuid);
        devices.create("mtty", "mtty-1", uuid);
        assertThat(reason("sys/devices/virtual/mtty/mtty/mdev_supported_types/mtty-1/create", uuid.toString()))
                .isEqualTo(Reason.REFUSED);
        assertThatThrownBy(() -> devices.create("mtty", "mtty-2", uuid)).hasMessageContaining("not ours to touch");
        int group = devices.group(uuid).orElseThrow();
        assertThat(sysfs.names("dev/vfio")).contains(Integer.toString(group));
        devices.remove(uuid);
        devices.remove(uuid);
        assertThat(devices.group(uuid)).isEmpty();
        assertThat(sysfs.names("dev/vfio")).doesNotContain(Integer.toString(group));
    }

    private void mediatedJunk() {
        assertThat(reason("sys/devices/virtual/mtty/mtty/mdev_supported_types/mtty-1/create", "nonsense"))
                .isEqualTo(Reason.REFUSED);
        assertThatThrownBy(() -> new MediatedDevices(kernel).create("mtty", "mtty-9", UUID.randomUUID()))
                .hasMessageContaining("has no type mtty-9; it has mtty-1, mtty-2");
        assertThatThrownBy(() -> new MediatedDevices(kernel).create("nothing", "mtty-1", UUID.randomUUID()))
                .hasMessageContaining("makes no mediated devices");
    }

    private void removeAndRescan() throws KernelException {
        String driver = sysfs.driver(disk).orElseThrow();
        kernel.write(path(disk) + "/remove", "1");
        assertThat(sysfs.device(disk)).isEmpty();
        assertThat(reason("sys/bus/pci/drivers_probe", disk.toString())).isEqualTo(Reason.GONE);
        binding.giveBack(disk, Optional.of(driver));
        kernel.write("sys/bus/pci/rescan", "1");
        assertThat(sysfs.driver(disk)).contains(driver);
        assertThat(sysfs.group(disk)).isPresent();
    }

    private void uevents() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(card);
        try (Kernel.Watch _ = kernel.watch(told::countDown)) {
            binding.toVfio(card);
            assertThat(told.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            giveBack(before);
        }
    }

    private interface Use {
        void of(List<PciAddress> made) throws Exception;
    }

    private void withVirtualFunctions(int count, Use use) throws Exception {
        int before = virtualFunctions.of(physical).size();
        virtualFunctions.resize(physical, 0);
        List<PciAddress> made =
                List.copyOf(virtualFunctions.resize(physical, count).values());
        try {
            use.of(made);
        } finally {
            virtualFunctions.resize(physical, before);
        }
    }

    /** A real card takes long to make them, so those that it has will do. */
    private void withAnyVirtualFunctions(Use use) throws Exception {
        List<PciAddress> there = List.copyOf(virtualFunctions.of(physical).values());
        if (there.isEmpty()) {
            withVirtualFunctions(1, use);
        } else {
            use.of(there);
        }
    }

    private void giveBack(Map<PciAddress, Optional<String>> drivers) throws KernelException {
        for (Map.Entry<PciAddress, Optional<String>> function : drivers.entrySet()) {
            binding.giveBack(function.getKey(), function.getValue());
        }
    }

    private Reason reason(String path, String value) {
        return catchThrowableOfType(KernelException.class, () -> kernel.write(path, value))
                .reason();
    }

    private static String path(PciAddress address) {
        return Sysfs.DEVICES + "/" + address;
    }
}
