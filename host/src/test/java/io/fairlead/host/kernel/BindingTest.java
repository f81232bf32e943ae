package io.fairlead.host.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fairlead.host.CapturedHosts;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.host.tree.MemoryTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BindingTest {
    private static final PciAddress FIRST = PciAddress.parse("0000:02:00.0");
    private static final PciAddress SECOND = PciAddress.parse("0000:02:00.1");
    private static final List<PciAddress> CARD = List.of(FIRST, SECOND);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private SimulatedKernel kernel;
    private Binding binding;

    @BeforeEach
    void start() throws Exception {
        kernel = SimulatedKernel.of(CapturedHosts.LAB.tree(), SHORT);
        kernel.reboot();
        binding = new Binding(kernel);
    }

    static Stream<Arguments> steps() {
        return Stream.of(FIRST, SECOND)
                .flatMap(function -> Stream.of("driver_override", "unbind", "bind")
                        .map(attribute -> arguments(attribute, function)));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aFunctionThatVanishesAtAnyStepIsReportedAsGoneAndTheRestGoesBack(String attribute, PciAddress function)
            throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(CARD);
        kernel.faults().before(attribute, function, () -> unplug(function));

        assertThat(failure().reason()).isEqualTo(Reason.GONE);
        giveBack(before);

        PciAddress left = function.equals(FIRST) ? SECOND : FIRST;
        assertThat(binding.drivers(List.of(left))).containsEntry(left, Optional.of("e1000e"));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void whatTheKernelRefusesAtAnyStepCanBeGivenBackWhole(String attribute, PciAddress function)
            throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(CARD);
        kernel.faults().refuse(attribute, function, Errno.EBUSY);

        assertThat(failure())
                .hasMessageContaining("Device or resource busy; something on the host uses the device")
                .returns(Reason.BUSY, KernelException::reason);
        kernel.faults().heal();
        giveBack(before);

        assertThat(binding.drivers(CARD)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aWriteThatHangsIsAbandonedAndTheWorkCanBeDoneLater(String attribute, PciAddress function)
            throws KernelException {
        kernel.faults().hang(attribute, function);

        assertThat(failure())
                .hasMessageContaining("did not end within 1000 ms")
                .returns(Reason.STUCK, KernelException::reason);
        assertThat(failure().reason()).isEqualTo(Reason.STUCK);
        kernel.faults().heal();

        bindUntilDone();
        binding.verify(CARD);
    }

    @Test
    void aReadOnlySysfsIsNamed() throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(CARD);
        kernel.faults().readOnly(true);

        assertThat(failure())
                .hasMessageContaining("sysfs must be mounted writable")
                .returns(Reason.READ_ONLY, KernelException::reason);
        assertThat(binding.drivers(CARD)).isEqualTo(before);
    }

    @Test
    void withoutAnIommuNothingIsBound() throws Exception {
        MemoryTree tree = CapturedHosts.MICROVM.tree();
        SimulatedKernel small = SimulatedKernel.of(tree);
        PciAddress function =
                PciAddress.parse(tree.list("sys/bus/pci/devices").orElseThrow().getLast());
        Binding alone = new Binding(small);
        Map<PciAddress, Optional<String>> before = alone.drivers(List.of(function));

        assertThatThrownBy(() -> alone.toVfio(List.of(function))).hasMessageContaining("switch the IOMMU on");
        assertThat(alone.drivers(List.of(function))).isEqualTo(before);

        small.write(Sysfs.DEVICES + "/" + function + "/driver_override", "vfio-pci");
        small.write(Sysfs.DEVICES + "/" + function + "/driver/unbind", function.toString());
        assertThatThrownBy(() -> small.write("sys/bus/pci/drivers/vfio-pci/bind", function.toString()))
                .hasMessageContaining("Invalid argument");
    }

    @Test
    void withoutTheVfioModuleNothingIsTakenAway() throws KernelException {
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(CARD);
        kernel.unload("vfio-pci");

        assertThat(failure()).hasMessageContaining("driver vfio-pci, which is not loaded: modprobe vfio-pci");
        assertThat(binding.drivers(CARD)).isEqualTo(before);
    }

    @Test
    void aDriverWhoseModuleIsGoneCannotBeGivenBackAndIsNamed() throws KernelException {
        binding.toVfio(CARD);
        kernel.unload("e1000e");

        assertThatThrownBy(() -> binding.giveBack(FIRST, Optional.of("e1000e")))
                .hasMessageContaining("modprobe e1000e");
        kernel.knows("8086:10d3", "e1000e");
        binding.giveBack(FIRST, Optional.of("e1000e"));
        assertThat(new Sysfs(kernel.root()).driver(FIRST)).contains("e1000e");
    }

    @Test
    void aFunctionThatHadNoDriverGetsNone() throws KernelException {
        kernel.write(Sysfs.DEVICES + "/" + FIRST + "/driver/unbind", FIRST.toString());
        NavigableMap<PciAddress, Optional<String>> before = binding.drivers(CARD);
        binding.toVfio(CARD);
        giveBack(before);

        assertThat(binding.drivers(CARD)).isEqualTo(before).containsEntry(FIRST, Optional.empty());
    }

    @Test
    void aVanishedFunctionIsGivenBackAllTheSame() throws KernelException {
        binding.toVfio(CARD);
        kernel.unplug(FIRST);

        assertThatCode(() -> binding.giveBack(FIRST, Optional.of("e1000e"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> binding.verify(CARD)).hasMessageContaining("is not in the machine any more");
    }

    @Test
    void aGroupThatGrewSinceIsFoundAfterBinding() throws KernelException {
        kernel.faults().before("bind", SECOND, () -> join(PciAddress.parse("0000:03:00.0"), FIRST));

        assertThat(failure()).hasMessageContaining("also holds 0000:03:00.0, which driver nvme of the host has");
    }

    @Test
    void anUnbindOfWhatIsInUseHangsUntilItIsLetGo() throws KernelException {
        binding.toVfio(CARD);
        String node = VfioNodes.group(new Sysfs(kernel.root()).group(FIRST).orElseThrow());
        try (Kernel.Watch _ = kernel.open(node)) {
            assertThat(catchThrowableOfType(
                                    KernelException.class,
                                    () -> kernel.write("sys/bus/pci/drivers/vfio-pci/unbind", FIRST.toString()))
                            .reason())
                    .isEqualTo(Reason.STUCK);
            assertThatThrownBy(() -> binding.checkIdle(FIRST)).hasMessageContaining("has /" + node + " open");
        }
        assertThatCode(() -> binding.checkIdle(FIRST)).doesNotThrowAnyException();
    }

    private KernelException failure() {
        return catchThrowableOfType(KernelException.class, () -> binding.toVfio(CARD));
    }

    /** What was abandoned goes on by itself and may come in between. */
    private void bindUntilDone() {
        await().atMost(Duration.ofMinutes(2))
                .ignoreException(KernelException.class)
                .until(() -> {
                    binding.toVfio(CARD);
                    return true;
                });
    }

    private void giveBack(Map<PciAddress, Optional<String>> drivers) throws KernelException {
        for (Map.Entry<PciAddress, Optional<String>> function : drivers.entrySet()) {
            binding.giveBack(function.getKey(), function.getValue());
        }
    }

    private void join(PciAddress function, PciAddress other) {
        try {
            Sysfs sysfs = new Sysfs(kernel.root());
            ((MemoryTree) kernel.root())
                    .link(
                            Sysfs.GROUPS + "/" + sysfs.group(other).orElseThrow() + "/devices/" + function,
                            "../../../../devices/" + function);
        } catch (KernelException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private void unplug(PciAddress function) {
        try {
            kernel.unplug(function);
        } catch (KernelException failure) {
            throw new AssertionError(failure);
        }
    }
}
