package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeFitTest {
    private static final Node NODE = new NodeBuilder()
            .withNewMetadata()
            .withName("node-1")
            .addToLabels("zone", "a")
            .addToLabels("cards", "4")
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .withNewStatus()
            .withAllocatable(Map.of(
                    "cpu", new Quantity("2"),
                    "memory", new Quantity("4Gi"),
                    "pods", new Quantity("2"),
                    "example.com/nic", new Quantity("1")))
            .endStatus()
            .build();
    private static final Pod POD = new PodBuilder()
            .withNewMetadata()
            .withName("pod")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("main")
            .endContainer()
            .endSpec()
            .build();

    record Case(String name, Pod pod, Node node, List<Pod> others, List<String> reasons) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        String unselected = "node(s) didn't match Pod's node affinity/selector";
        String tainted = "node(s) had untolerated taint(s)";
        return Stream.of(
                new Case("nothing asked", POD, NODE, List.of(), List.of()),
                new Case("label wanted and there", selecting("zone", "a"), NODE, List.of(), List.of()),
                new Case("label wanted and different", selecting("zone", "b"), NODE, List.of(), List.of(unselected)),
                new Case("affinity In", affine("zone", "In", "a", "b"), NODE, List.of(), List.of()),
                new Case("affinity NotIn", affine("zone", "NotIn", "a"), NODE, List.of(), List.of(unselected)),
                new Case("affinity Exists", affine("absent", "Exists"), NODE, List.of(), List.of(unselected)),
                new Case("affinity DoesNotExist", affine("absent", "DoesNotExist"), NODE, List.of(), List.of()),
                new Case("affinity Gt", affine("cards", "Gt", "3"), NODE, List.of(), List.of()),
                new Case("affinity Lt", affine("cards", "Lt", "4"), NODE, List.of(), List.of(unselected)),
                new Case("affinity Gt on no number", affine("zone", "Gt", "3"), NODE, List.of(), List.of(unselected)),
                new Case("cordoned", POD, cordoned(), List.of(), List.of("node(s) were unschedulable")),
                new Case(
                        "cordoned and tolerated",
                        tolerating("node.kubernetes.io/unschedulable", "Exists", null),
                        cordoned(),
                        List.of(),
                        List.of()),
                new Case("tainted", POD, tainted("NoSchedule"), List.of(), List.of(tainted)),
                new Case("tainted by preference", POD, tainted("PreferNoSchedule"), List.of(), List.of()),
                new Case(
                        "tolerated",
                        tolerating("dedicated", "Equal", "gpu"),
                        tainted("NoSchedule"),
                        List.of(),
                        List.of()),
                new Case(
                        "tolerates another value",
                        tolerating("dedicated", "Equal", "nic"),
                        tainted("NoExecute"),
                        List.of(),
                        List.of(tainted)),
                new Case(
                        "tolerates everything",
                        tolerating(null, "Exists", null),
                        tainted("NoExecute"),
                        List.of(),
                        List.of()),
                new Case("just enough cpu", asking("cpu", "500m"), NODE, List.of(asking("cpu", "1500m")), List.of()),
                new Case(
                        "too little cpu",
                        asking("cpu", "501m"),
                        NODE,
                        List.of(asking("cpu", "1500m")),
                        List.of("Insufficient cpu")),
                new Case(
                        "extended resource taken",
                        asking("example.com/nic", "1"),
                        NODE,
                        List.of(asking("example.com/nic", "1")),
                        List.of("Insufficient example.com/nic")),
                new Case(
                        "unknown resource",
                        asking("example.com/fpga", "1"),
                        NODE,
                        List.of(),
                        List.of("Insufficient example.com/fpga")),
                new Case("full", POD, NODE, List.of(POD, POD), List.of("Too many pods")),
                new Case(
                        "full and short",
                        asking("memory", "5Gi"),
                        NODE,
                        List.of(POD, POD),
                        List.of("Too many pods", "Insufficient memory")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReasonIsNamedAsTheRealSchedulerNamesIt(Case expected) {
        assertThat(NodeFit.reasons(expected.pod(), expected.node(), expected.others()))
                .isEqualTo(expected.reasons());
    }

    private static Pod selecting(String label, String value) {
        return edit(pod -> pod.editSpec().addToNodeSelector(label, value).endSpec());
    }

    static Pod affine(String key, String operator, String... values) {
        return edit(pod -> pod.editSpec()
                .withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey(key)
                .withOperator(operator)
                .withValues(values)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .endSpec());
    }

    private static Pod tolerating(
            @org.jspecify.annotations.Nullable String key,
            String operator,
            @org.jspecify.annotations.Nullable String value) {
        return edit(pod -> pod.editSpec()
                .addNewToleration()
                .withKey(key)
                .withOperator(operator)
                .withValue(value)
                .endToleration()
                .endSpec());
    }

    private static Pod asking(String resource, String amount) {
        return edit(pod -> pod.editSpec()
                .editFirstContainer()
                .withNewResources()
                .addToRequests(resource, new Quantity(amount))
                .endResources()
                .endContainer()
                .endSpec());
    }

    private static Pod edit(UnaryOperator<PodBuilder> change) {
        return change.apply(new PodBuilder(POD)).build();
    }

    private static Node cordoned() {
        return new NodeBuilder(NODE)
                .editSpec()
                .withUnschedulable(true)
                .endSpec()
                .build();
    }

    private static Node tainted(String effect) {
        return new NodeBuilder(NODE)
                .editSpec()
                .addNewTaint(effect, "dedicated", null, "gpu")
                .endSpec()
                .build();
    }
}
