package io.fairlead.allocation;

import static io.fairlead.allocation.Scene.DRIVER;
import static io.fairlead.allocation.Scene.device;
import static io.fairlead.allocation.Scene.draws;
import static io.fairlead.allocation.Scene.memory;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocatorTest {
    private static final String ROOT = "resource.kubernetes.io/pcieRoot";

    @Test
    void theFirstDevicesThatFitAreTaken() {
        assertThat(new Scene().gpus(4).held("gpu-1").wants("gpu", 2).picked()).containsExactly("gpu-0", "gpu-2");
    }

    @Test
    void theSearchGoesBackToTheRootThatHasEnough() {
        assertThat(new Scene()
                        .gpus(1, "pci0")
                        .gpus(2, "pci1")
                        .wants("gpu", 2)
                        .match(ROOT)
                        .picked())
                .containsExactly("gpu-1", "gpu-2");
    }

    @Test
    void aCountThatCannotBeMetIsAnsweredAtOnce() {
        Scene scene = new Scene().gpus(30).wants("gpu", 32).match(ROOT);
        assertThat(new Allocator(scene.cluster(), Duration.ofSeconds(2)).allocate(Scene.node(), scene.claims()))
                .isEqualTo(new Outcome.Unallocatable());
    }

    @Test
    void aPartitionIsChosenThatLeavesRoomForTheOthers() {
        Scene scene = new Scene().gpus(1, draws("40Gi")).gpus(2, draws("20Gi")).wants("gpu", 2);
        scene.counter = "40Gi";
        assertThat(scene.picked()).containsExactly("gpu-1", "gpu-2");
    }

    @Test
    void aSharedDeviceServesSeveralRequestsWithinItsCapacity() {
        Scene scene = new Scene()
                .gpus(1, memory("8Gi", true))
                .wantsMemory("a", 1, "3Gi")
                .wantsMemory("b", 1, "5Gi");
        assertThat(scene.picked()).containsExactly("gpu-0", "gpu-0");
        scene.wantsMemory("c", 1, "1Gi");
        assertThat(scene.picked()).isEmpty();
    }

    /** Kubernetes compares only the last device of each request, and takes pci0, pci1, pci0. */
    @Test
    void distinctAttributeComparesEveryPairOfDevices() {
        assertThat(new Scene()
                        .gpus(4, "pci0", "pci1")
                        .wants("gpu", 3)
                        .distinct(ROOT)
                        .picked())
                .isEmpty();
        assertThat(new Scene()
                        .gpus(3, "pci0", "pci1", "pci2")
                        .wants("gpu", 3)
                        .distinct(ROOT)
                        .picked())
                .hasSize(3);
    }

    /** Kubernetes keys counters by the name of the pool alone. */
    @Test
    void countersOfTwoDriversDoNotMixWhenTheirPoolsHaveOneName() {
        Scene scene = new Scene().gpus(1, draws("40Gi")).wants("a", 1).wants("b", 1);
        scene.counter = "40Gi";
        String other = "nic.example.com";
        scene.moreSlices.add(Scene.slice(
                "c",
                other,
                "pool",
                2,
                List.of(draws("40Gi").apply(device("nic-0", "x", "pci9")).build())));
        scene.moreSlices.add(new ResourceSliceBuilder(Scene.slice("d", other, "pool", 2, List.of()))
                .editSpec()
                .withSharedCounters(new CounterSetBuilder()
                        .withName("card")
                        .addToCounters(
                                "memory",
                                new CounterBuilder()
                                        .withValue(new io.fabric8.kubernetes.api.model.Quantity("40Gi"))
                                        .build())
                        .build())
                .endSpec()
                .build());
        assertThat(scene.picked()).containsExactly("gpu-0", "nic-0");
    }

    /** Kubernetes takes the device for everybody who comes after the one with admin access. */
    @Test
    void aDeviceWithAdminAccessStaysFreeForOtherClaims() {
        Scene scene = new Scene().gpus(1).wants("watch", 1);
        scene.requests.getFirst().getExactly().setAdminAccess(true);
        scene.moreClaims.add(Scene.claim("user", new Scene().wants("gpu", 1).requests, List.of()));
        assertThat(scene.picked()).containsExactly("gpu-0", "gpu-0");
    }

    /** Kubernetes keeps the common values of a list narrowed after it went back, and finds nothing. */
    @Test
    void matchAttributeOverListsForgetsADeviceThatWasGivenBack() {
        Scene scene = new Scene();
        scene.features = new Features(true, true, true, true, true, true, true);
        List.of(List.of(1L, 2L), List.of(1L), List.of(2L), List.of(2L))
                .forEach(numa -> scene.devices.add(device("gpu-" + scene.devices.size(), "a100", "pci0")
                        .addToAttributes(
                                "example.org/numa",
                                new DeviceAttributeBuilder().withInts(numa).build())
                        .build()));
        scene.wants("gpu", 3).match("example.org/numa");
        assertThat(scene.picked()).containsExactly("gpu-0", "gpu-2", "gpu-3");
    }

    @Test
    void badInputIsAnErrorThatNamesTheObject() {
        assertThat(new Scene().gpus(1).wants("gpu", 33).picked().getFirst())
                .contains("claim team/gpus")
                .contains("limit of 32");
        assertThat(new Scene()
                        .gpus(1)
                        .wants("gpu", 1, "device.attributes['x'].y == 1")
                        .picked()
                        .getFirst())
                .contains("claim team/gpus: selector #0");
        Scene unknown = new Scene().gpus(1).wants("gpu", 1);
        unknown.requests.getFirst().getExactly().setDeviceClassName("fpga");
        assertThat(unknown.picked().getFirst()).contains("request gpu").contains("fpga");
        Scene twice = new Scene().gpus(1).wants("gpu", 1);
        twice.devices.add(device("gpu-0", "a100", "pci0").build());
        assertThat(twice.picked().getFirst())
                .contains("pool " + DRIVER + "/pool")
                .contains("duplicate device name gpu-0");
        assertThat(new Scene().gpus(1, draws("1Gi")).wants("gpu", 1).picked().getFirst())
                .contains("counter set card not found");
    }

    @Test
    void anErrorBehindTheFirstFitIsNeverReached() {
        Scene scene = new Scene().gpus(2).wants("gpu", 1, "device.attributes['" + DRIVER + "'].ecc == 1");
        scene.devices.set(
                0,
                device("gpu-0", "a100", "pci0")
                        .addToAttributes(
                                "ecc", new DeviceAttributeBuilder().withInt(1L).build())
                        .build());
        assertThat(scene.picked()).containsExactly("gpu-0");
        scene.held("gpu-0");
        assertThat(scene.picked().getFirst()).contains("CEL error");
    }
}
