package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SliceContentTest {
    record ChunkCase(String what, List<Device> devices, List<Integer> sizes) {}

    static final List<ChunkCase> CHUNKS = List.of(
            new ChunkCase("no device at all", List.of(), List.of(0)),
            new ChunkCase("a full slice", plain(128), List.of(128)),
            new ChunkCase("one more", plain(129), List.of(128, 1)),
            new ChunkCase("consuming counters", counting(65), List.of(64, 1)),
            new ChunkCase("plain ones first", and(plain(100), counting(30)), List.of(100, 30)),
            new ChunkCase("counting ones first", and(counting(30), plain(100)), List.of(64, 66)),
            new ChunkCase("a tainted one at the end of 64", and(plain(63), tainted()), List.of(64)),
            new ChunkCase("a tainted one after 64", and(plain(64), tainted()), List.of(64, 1)),
            new ChunkCase("a list among the attributes", and(listed(), plain(127)), List.of(64, 64)));

    @ParameterizedTest
    @FieldSource("CHUNKS")
    void noSliceHasMoreDevicesThanTheApiServerTakes(ChunkCase asked) {
        Pool pool = new Pool("n", named(asked.devices()), List.of(set("card")));
        List<SliceContent> slices = SliceContent.of(pool);
        List<SliceContent> withDevices = slices.subList(1, slices.size());
        assertThat(withDevices.stream().map(slice -> slice.devices().size()).toList())
                .isEqualTo(asked.devices().isEmpty() ? List.of() : asked.sizes());
        assertThat(withDevices.stream()
                        .flatMap(slice -> slice.devices().stream())
                        .toList())
                .isEqualTo(pool.devices());
    }

    @Test
    void aPoolWithoutAnythingHasOneEmptySlice() {
        assertThat(SliceContent.of(Pool.of("n", List.of()))).containsExactly(new SliceContent(List.of(), List.of()));
    }

    @Test
    void counterSetsHaveSlicesOfTheirOwnWithEightInEach() {
        List<CounterSet> sets =
                IntStream.range(0, 9).mapToObj(i -> set("set" + i)).toList();
        List<SliceContent> slices = SliceContent.of(new Pool("n", named(plain(1)), sets));
        assertThat(slices).hasSize(3);
        assertThat(slices.get(0).sharedCounters()).hasSize(8);
        assertThat(slices.get(1).sharedCounters()).hasSize(1);
        assertThat(slices.get(2).sharedCounters()).isEmpty();
        assertThat(slices.get(0).devices()).isEmpty();
    }

    @Test
    void aPoolThatContradictsItselfIsRefused() {
        Device device = new DeviceBuilder().withName("a").build();
        assertThatThrownBy(() -> Pool.of("n", List.of(device, device))).hasMessage("pool n: device a is there twice");
        assertThatThrownBy(() -> new Pool("n", List.of(), List.of(set("s"), set("s"))))
                .hasMessage("pool n: counter set s is there twice");
        assertThatThrownBy(() -> Pool.of("n", named(counting(1))))
                .hasMessage("pool n: device d0 consumes of counter set card, which the pool does not have");
    }

    private static List<Device> plain(int count) {
        return IntStream.range(0, count).mapToObj(_ -> new Device()).toList();
    }

    private static List<Device> counting(int count) {
        return plain(count).stream()
                .map(device -> new DeviceBuilder(device)
                        .addNewConsumesCounter()
                        .withCounterSet("card")
                        .endConsumesCounter()
                        .build())
                .toList();
    }

    private static List<Device> tainted() {
        return List.of(
                new DeviceBuilder().addNewTaint().withKey("broken").endTaint().build());
    }

    private static List<Device> listed() {
        return List.of(new DeviceBuilder()
                .addToAttributes(
                        "numa",
                        new io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder()
                                .withInts(0L, 1L)
                                .build())
                .build());
    }

    private static List<Device> and(List<Device> some, List<Device> more) {
        List<Device> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static List<Device> named(List<Device> devices) {
        return IntStream.range(0, devices.size())
                .mapToObj(
                        i -> new DeviceBuilder(devices.get(i)).withName("d" + i).build())
                .toList();
    }

    private static CounterSet set(String name) {
        return new CounterSetBuilder().withName(name).build();
    }
}
