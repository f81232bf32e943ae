package io.fairlead.allocation;

import static io.fairlead.allocation.Scene.DRIVER;
import static io.fairlead.allocation.Scene.device;
import static io.fairlead.allocation.Scene.draws;
import static io.fairlead.allocation.Scene.memory;
import static io.fairlead.allocation.Scene.tainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.allocation.Reason.Obstacle;
import io.fairlead.cel.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each explanation names the true bottleneck: without it, the claim fits. */
class ExplainerTest {
    private static final String ROOT = "resource.kubernetes.io/pcieRoot";
    private static final String ON_ROOT = "device.attributes['resource.kubernetes.io'].pcieRoot";
    private static final String MODEL = "device.attributes['" + DRIVER + "'].model";

    record Case(String name, Scene scene, Obstacle obstacle, String words, Consumer<Scene> remedy) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theReasonIsTheBottleneck(Case each) {
        Explanation before = each.scene().explain();

        assertThat(before.fits()).isFalse();
        assertThat(before.reasons()).first().satisfies(reason -> {
            assertThat(reason.obstacle()).isEqualTo(each.obstacle());
            assertThat(reason.text()).contains(each.words());
        });

        each.remedy().accept(each.scene());
        assertThat(each.scene().explain()).isEqualTo(Explanation.fits("node-a"));
    }

    @Test
    void whatTheSelectorDropsMayBeTaintedToo() {
        assertThat(texts(twoAndABrokenOne().wants("gpu", 3, ON_ROOT + " == 'pci0'")))
                .satisfiesExactly(
                        selector -> assertThat(selector).startsWith("3 needed, 2 of 3 devices left by selector"),
                        taint -> assertThat(taint)
                                .isEqualTo("3 needed, 2 free and suitable; not tolerated: broken:NoSchedule on gpu-2"));
    }

    @Test
    void aSelectorIsNotBlamedForWhatATaintKeepsAway() {
        assertThat(texts(twoAndABrokenOne().wants("gpu", 1, ON_ROOT + " == 'pci9'")))
                .satisfiesExactly(
                        selector -> assertThat(selector).startsWith("1 needed, 1 of 3 devices left by selector"),
                        taint -> assertThat(taint)
                                .isEqualTo("1 needed, 0 free and suitable; not tolerated: broken:NoSchedule on gpu-2"));
    }

    private static Scene twoAndABrokenOne() {
        return new Scene().gpus(2, "pci0").gpus(1, tainted("broken"), "pci9");
    }

    private static List<String> texts(Scene scene) {
        return scene.explain().reasons().stream().map(Reason::text).toList();
    }

    static List<Case> cases() {
        return List.of(
                new Case(
                        "no device at all",
                        new Scene().wants("gpu", 1),
                        Obstacle.COUNT,
                        "1 needed, but the node has only 0",
                        scene -> scene.gpus(1)),
                new Case(
                        "two more than there are",
                        new Scene().gpus(2).wants("gpu", 4),
                        Obstacle.COUNT,
                        "4 needed, but the node has only 2",
                        scene -> scene.gpus(2)),
                new Case(
                        "requests that compete",
                        new Scene().gpus(3).wants("a", 2).wants("b", 2),
                        Obstacle.COUNT,
                        "need 4 devices together, but only 3",
                        scene -> scene.gpus(1)),
                new Case(
                        "all taken",
                        new Scene().gpus(2).held("gpu-0", "gpu-1").wants("gpu", 1),
                        Obstacle.TAKEN,
                        "1 needed, 0 free and suitable; taken: gpu-0, gpu-1 by claim team/other",
                        scene -> scene.held.clear()),
                new Case(
                        "some taken",
                        new Scene().gpus(8).held("gpu-0", "gpu-3", "gpu-4").wants("gpu", 6),
                        Obstacle.TAKEN,
                        "6 needed, 5 free",
                        scene -> scene.held.removeFirst()),
                new Case(
                        "another model",
                        new Scene().gpus(4).wants("gpu", 1, MODEL + " == 'h100'"),
                        Obstacle.SELECTOR,
                        "0 of 4 devices left by selector: " + MODEL + " == 'h100' (the devices have model = a100)",
                        scene -> scene.devices.set(
                                0, device("new", "h100", "pci0").build())),
                new Case(
                        "the class is for other devices",
                        classFor(new Scene().gpus(2).wants("gpu", 1), "device.driver == 'x'"),
                        Obstacle.SELECTOR,
                        "class gpu: device.driver == 'x'",
                        scene -> scene.classSelector = "true"),
                new Case(
                        "two selectors, one too many",
                        new Scene().gpus(2).wants("gpu", 1, "device.driver == '" + DRIVER + "'", MODEL + " != 'a100'"),
                        Obstacle.SELECTOR,
                        MODEL + " != 'a100'",
                        scene -> scene.requests
                                .getFirst()
                                .getExactly()
                                .getSelectors()
                                .removeLast()),
                new Case(
                        "a tainted device",
                        new Scene().gpus(1, tainted("health")).wants("gpu", 1),
                        Obstacle.TAINT,
                        "health:NoSchedule on gpu-0",
                        scene -> scene.devices.getFirst().getTaints().clear()),
                new Case(
                        "one of four tainted",
                        new Scene().gpus(3).gpus(1, tainted("broken")).wants("gpu", 4),
                        Obstacle.TAINT,
                        "4 needed, 3 free and suitable; not tolerated: broken:NoSchedule on gpu-3",
                        scene -> scene.devices.getLast().getTaints().clear()),
                new Case(
                        "an attribute that is misspelt",
                        new Scene().gpus(1).wants("gpu", 1, "device.attributes['" + DRIVER + "'].modell == 'a100'"),
                        Obstacle.ERROR,
                        "no such key: modell; the devices have model, " + ROOT,
                        scene -> scene.requests
                                .getFirst()
                                .getExactly()
                                .getSelectors()
                                .clear()),
                new Case(
                        "the one that is held has no such attribute",
                        without(new Scene().gpus(2).held("gpu-0").wants("gpu", 1, MODEL + " == 'h100'"), "model"),
                        Obstacle.SELECTOR,
                        "0 of 2 devices left by selector",
                        scene -> scene.requests
                                .getFirst()
                                .getExactly()
                                .getSelectors()
                                .clear()),
                new Case(
                        "split over roots",
                        new Scene()
                                .gpus(8, "pci0", "pci1", "pci2")
                                .wants("gpu", 4)
                                .match(ROOT),
                        Obstacle.CONSTRAINT,
                        "8 devices free, but at most 3 share " + ROOT,
                        scene -> scene.constraints.clear()),
                new Case(
                        "requests on different roots",
                        new Scene()
                                .gpus(2, "pci0", "pci1")
                                .wants("a", 1)
                                .wants("b", 1)
                                .match(ROOT),
                        Obstacle.CONSTRAINT,
                        "at most 1 share " + ROOT,
                        scene -> scene.gpus(1, "pci0")),
                new Case(
                        "an attribute that nobody has",
                        new Scene().gpus(2).wants("gpu", 2).match("example.org/switch"),
                        Obstacle.CONSTRAINT,
                        "2 do not have it",
                        scene -> scene.constraints.clear()),
                new Case(
                        "too few different roots",
                        new Scene().gpus(6, "pci0", "pci1").wants("gpu", 3).distinct(ROOT),
                        Obstacle.CONSTRAINT,
                        "only 2 different values of " + ROOT,
                        scene -> scene.gpus(1, "pci7")),
                new Case(
                        "counter used up",
                        counter(new Scene().gpus(4, draws("20Gi")).wants("gpu", 3), "40Gi"),
                        Obstacle.COUNTER,
                        "counter card/memory: 40Gi of 40Gi left, 20Gi a device",
                        scene -> scene.counter = "60Gi"),
                new Case(
                        "counter held by a sibling",
                        counter(new Scene().gpus(2, draws("20Gi")).held("gpu-1").wants("gpu", 1), "30Gi"),
                        Obstacle.TAKEN,
                        "gpu-1 by claim team/other",
                        scene -> scene.held.clear()),
                new Case(
                        "more capacity than a device has",
                        new Scene().gpus(2, memory("8Gi", true)).wantsMemory("gpu", 1, "12Gi"),
                        Obstacle.CAPACITY,
                        "memory: 12Gi is wanted, 8Gi of 8Gi is left",
                        scene -> scene.gpus(1, memory("16Gi", true))),
                new Case(
                        "capacity that others share",
                        shared(new Scene().gpus(1, memory("8Gi", true)).wantsMemory("gpu", 1, "4Gi")),
                        Obstacle.TAKEN,
                        "taken: gpu-0 by shares",
                        scene -> scene.held.clear()),
                new Case(
                        "a pool that is half published",
                        announced(new Scene().gpus(2).wants("gpu", 1)),
                        Obstacle.POOL,
                        "1 of its 2 slices are published",
                        scene -> scene.slicesAnnounced = 0),
                new Case(
                        "an expression that does not compile",
                        new Scene().gpus(1).wants("gpu", 1, "device.driver == 1"),
                        Obstacle.ERROR,
                        "claim team/gpus: selector #0",
                        scene -> scene.requests
                                .getFirst()
                                .getExactly()
                                .getSelectors()
                                .clear()),
                new Case(
                        "taken and tainted",
                        new Scene()
                                .gpus(1)
                                .gpus(1, tainted("health"))
                                .held("gpu-0")
                                .wants("gpu", 2),
                        Obstacle.TAINT,
                        "health:NoSchedule on gpu-1",
                        scene -> {
                            scene.held.clear();
                            scene.devices.getLast().getTaints().clear();
                        }));
    }

    private static Scene without(Scene scene, String attribute) {
        scene.devices.getFirst().getAttributes().remove(attribute);
        return scene;
    }

    private static Scene classFor(Scene scene, String selector) {
        scene.classSelector = selector;
        return scene;
    }

    private static Scene counter(Scene scene, String amount) {
        scene.counter = amount;
        return scene;
    }

    private static Scene announced(Scene scene) {
        scene.slicesAnnounced = 1;
        return scene;
    }

    private static Scene shared(Scene scene) {
        DeviceId id = new DeviceId(DRIVER, "pool", "gpu-0");
        scene.held.add(new AllocatedDevice(id, "share", Map.of("memory", Quantity.parse("6Gi")), ""));
        return scene;
    }
}
