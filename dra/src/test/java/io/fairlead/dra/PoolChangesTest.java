package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Contents are named by letters; a slice is written {@code index:generation/count=content}. */
class PoolChangesTest {
    private static final ResourceSlice BLANK = new ResourceSliceBuilder()
            .withNewMetadata()
            .withGenerateName("gpu.example.com-n-")
            .endMetadata()
            .withNewSpec()
            .withDriver("gpu.example.com")
            .withNodeName("n")
            .endSpec()
            .build();

    @Test
    void theFirstSlicesAreOfTheFirstGeneration() {
        PoolChanges changes = changes("ab", List.of());
        assertThat(written(changes.creations())).containsExactly("0:1/2=a", "1:1/2=b");
        assertThat(changes.creations().getLast().slice().getMetadata().getGenerateName())
                .isEqualTo("00001-gpu.example.com-n-");
    }

    @Test
    void nothingIsWrittenWhenAllIsAsWanted() {
        assertThat(changes("ab", List.of(slice(0, 3, 2, "a"), slice(1, 3, 2, "b")))
                        .areNone())
                .isTrue();
    }

    @Test
    void aChangeOfOneSliceKeepsTheGeneration() {
        PoolChanges changes = changes("ax", List.of(slice(0, 3, 2, "a"), slice(1, 3, 2, "b")));
        assertThat(written(changes.updates())).containsExactly("1:3/2=x");
        assertThat(changes.creations()).isEmpty();
        assertThat(changes.obsolete()).isEmpty();
    }

    @Test
    void aChangeOfTwoSlicesRewritesAllInTheNextGeneration() {
        PoolChanges changes = changes("axy", List.of(slice(0, 3, 3, "a"), slice(1, 3, 3, "b"), slice(2, 3, 3, "c")));
        assertThat(written(changes.updates())).containsExactly("0:4/3=a", "1:4/3=x", "2:4/3=y");
    }

    @Test
    void aSliceMoreIsTheNextGeneration() {
        PoolChanges changes = changes("ab", List.of(slice(0, 3, 1, "a")));
        assertThat(written(changes.updates())).containsExactly("0:4/2=a");
        assertThat(written(changes.creations())).containsExactly("1:4/2=b");
    }

    @Test
    void aSliceLessIsDeletedAndTheOneThatStaysIsToldTheNewCount() {
        PoolChanges changes = changes("a", List.of(slice(0, 3, 2, "a"), slice(1, 3, 2, "b")));
        assertThat(names(changes.obsolete())).containsExactly("00001-x");
        assertThat(written(changes.updates())).containsExactly("0:3/1=a");
    }

    @Test
    void aWipedSliceComesBackInTheNextGeneration() {
        PoolChanges changes = changes("ab", List.of(slice(1, 3, 2, "b")));
        assertThat(written(changes.updates())).containsExactly("1:4/2=b");
        assertThat(written(changes.creations())).containsExactly("0:4/2=a");
    }

    @Test
    void whatIsOlderOrNamedOtherwiseOrThereTwiceIsObsolete() {
        ResourceSlice old = named("00000-old", slice(0, 2, 2, "a"));
        ResourceSlice stranger = named("n-gpu.example.com-7bq", slice(0, 3, 2, "a"));
        ResourceSlice twin = named("00001-y", slice(1, 3, 2, "b"));
        PoolChanges changes = changes("ab", List.of(old, stranger, slice(0, 3, 2, "a"), slice(1, 3, 2, "b"), twin));
        assertThat(names(changes.obsolete()))
                .containsExactlyInAnyOrder("00000-old", "n-gpu.example.com-7bq", "00001-y");
        assertThat(changes.updates()).isEmpty();
        assertThat(changes.creations()).isEmpty();
    }

    @Test
    void theTimeOfATaintIsKeptAndIsNoChange() {
        Device wanted = tainted("broken", null);
        ResourceSlice published = slice(0, 3, 1, List.of(tainted("broken", "2026-11-01T10:00:00Z")));
        assertThat(PoolChanges.between("n", List.of(content(wanted)), List.of(published), BLANK)
                        .areNone())
                .isTrue();

        PoolChanges changes = PoolChanges.between(
                "n", List.of(content(wanted, new DeviceBuilder().withName("new").build())), List.of(published), BLANK);
        assertThat(changes.updates().getFirst().slice().getSpec().getDevices().getFirst())
                .isEqualTo(tainted("broken", "2026-11-01T10:00:00Z"));
    }

    @Test
    void anotherTaintHasItsOwnTime() {
        ResourceSlice published = slice(0, 3, 1, List.of(tainted("broken", "2026-11-01T10:00:00Z")));
        assertThat(sent(tainted("hot", null), published)).isEqualTo(tainted("hot", null));
        assertThat(sent(tainted("broken", "2026-11-01T10:00:05Z"), published))
                .isEqualTo(tainted("broken", "2026-11-01T10:00:05Z"));
        assertThat(PoolChanges.between(
                                "n",
                                List.of(content(tainted("broken", "2026-11-01T10:00:00.7Z"))),
                                List.of(published),
                                BLANK)
                        .areNone())
                .isTrue();
    }

    @Test
    void whatTheApiServerDroppedIsNamedOncePerField() {
        SliceContent wanted = content(
                tainted("a", null),
                new DeviceBuilder(tainted("b", null)).withName("e").build());
        SliceContent stored = content(
                new DeviceBuilder().withName("d").build(),
                new DeviceBuilder().withName("e").build());
        assertThat(DroppedFields.between(wanted, stored)).containsExactly("devices[].taints");
        assertThat(DroppedFields.between(wanted, wanted)).isEmpty();
    }

    private static Device sent(Device wanted, ResourceSlice published) {
        return PoolChanges.between("n", List.of(content(wanted)), List.of(published), BLANK)
                .updates()
                .getFirst()
                .slice()
                .getSpec()
                .getDevices()
                .getFirst();
    }

    private static Device tainted(String key, @Nullable String since) {
        return new DeviceBuilder()
                .withName("d")
                .addNewTaint()
                .withKey(key)
                .withEffect("NoSchedule")
                .withTimeAdded(since)
                .endTaint()
                .build();
    }

    private static PoolChanges changes(String wanted, List<ResourceSlice> published) {
        List<SliceContent> contents = new ArrayList<>();
        wanted.chars().forEach(letter -> contents.add(content(device(Character.toString(letter)))));
        return PoolChanges.between("n", contents, published, BLANK);
    }

    private static ResourceSlice slice(int index, long generation, long count, String content) {
        return slice(index, generation, count, List.of(device(content)));
    }

    private static ResourceSlice slice(int index, long generation, long count, List<Device> devices) {
        return new ResourceSliceBuilder(BLANK)
                .withNewMetadata()
                .withName("%05x-x".formatted(index))
                .withCreationTimestamp("2026-11-01T10:00:00Z")
                .endMetadata()
                .editSpec()
                .withDevices(devices)
                .withNewPool()
                .withName("n")
                .withGeneration(generation)
                .withResourceSliceCount(count)
                .endPool()
                .endSpec()
                .build();
    }

    private static ResourceSlice named(String name, ResourceSlice slice) {
        return new ResourceSliceBuilder(slice)
                .editMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    private static Device device(String name) {
        return new DeviceBuilder().withName(name).build();
    }

    private static SliceContent content(Device... devices) {
        return new SliceContent(List.of(devices), List.of());
    }

    private static List<String> written(List<PoolChanges.Write> writes) {
        return writes.stream()
                .map(write -> "%d:%d/%d=%s"
                        .formatted(
                                write.index(),
                                write.slice().getSpec().getPool().getGeneration(),
                                write.slice().getSpec().getPool().getResourceSliceCount(),
                                write.slice().getSpec().getDevices().getFirst().getName()))
                .toList();
    }

    private static List<String> names(List<ResourceSlice> slices) {
        return slices.stream().map(slice -> slice.getMetadata().getName()).toList();
    }
}
