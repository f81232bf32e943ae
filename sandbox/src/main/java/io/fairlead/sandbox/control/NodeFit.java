package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fairlead.allocation.NodeMatch;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Whether a pod fits a node, claims aside; the reasons are worded as kube-scheduler words them. */
final class NodeFit {
    private static final Taint CORDONED = new TaintBuilder()
            .withKey("node.kubernetes.io/unschedulable")
            .withEffect("NoSchedule")
            .build();

    private NodeFit() {}

    /** Every reason why not; empty when it fits. {@code others} are the pods that are on the node. */
    static List<String> reasons(Pod pod, Node node, Collection<Pod> others) {
        if (Boolean.TRUE.equals(node.getSpec().getUnschedulable()) && !isTolerated(CORDONED, pod)) {
            return List.of("node(s) were unschedulable");
        }
        if (!isSelected(pod, node)) {
            return List.of("node(s) didn't match Pod's node affinity/selector");
        }
        if (node.getSpec().getTaints().stream().anyMatch(taint -> !isTolerated(taint, pod))) {
            return List.of("node(s) had untolerated taint(s)");
        }
        return shortages(pod, node, others);
    }

    private static boolean isSelected(Pod pod, Node node) {
        Map<String, String> labels =
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        Map<String, String> asked = Objects.requireNonNullElse(pod.getSpec().getNodeSelector(), Map.of());
        Optional<NodeSelector> affinity = Optional.ofNullable(pod.getSpec().getAffinity())
                .map(a -> a.getNodeAffinity())
                .map(a -> a.getRequiredDuringSchedulingIgnoredDuringExecution());
        return asked.entrySet().stream().allMatch(e -> e.getValue().equals(labels.get(e.getKey())))
                && affinity.map(selector -> NodeMatch.matches(node, selector)).orElse(true);
    }

    private static boolean isTolerated(Taint taint, Pod pod) {
        String value = Objects.requireNonNullElse(taint.getValue(), "");
        return taint.getEffect().equals("PreferNoSchedule")
                || pod.getSpec().getTolerations().stream()
                        .anyMatch(toleration -> tolerates(toleration, taint.getKey(), value, taint.getEffect()));
    }

    private static boolean tolerates(Toleration toleration, String key, String value, String effect) {
        boolean anyKey = toleration.getKey() == null || toleration.getKey().isEmpty();
        boolean anyEffect =
                toleration.getEffect() == null || toleration.getEffect().isEmpty();
        boolean exists = "Exists".equals(toleration.getOperator());
        return (anyEffect || toleration.getEffect().equals(effect))
                && (anyKey ? exists : toleration.getKey().equals(key))
                && (exists
                        || Objects.requireNonNullElse(toleration.getValue(), "").equals(value));
    }

    private static List<String> shortages(Pod pod, Node node, Collection<Pod> others) {
        Map<String, Quantity> allocatable = node.getStatus() == null
                ? Map.of()
                : Objects.requireNonNullElse(node.getStatus().getAllocatable(), Map.of());
        Map<String, BigDecimal> used = new TreeMap<>();
        others.forEach(
                other -> Pods.requests(other).forEach((name, amount) -> used.merge(name, amount, BigDecimal::add)));
        List<String> missing = new ArrayList<>();
        if (amount(allocatable, "pods").compareTo(BigDecimal.valueOf(others.size() + 1L)) < 0) {
            missing.add("Too many pods");
        }
        Pods.requests(pod).forEach((name, asked) -> {
            BigDecimal free = amount(allocatable, name).subtract(used.getOrDefault(name, BigDecimal.ZERO));
            if (asked.signum() > 0 && asked.compareTo(free) > 0) {
                missing.add("Insufficient " + name);
            }
        });
        return missing;
    }

    private static BigDecimal amount(Map<String, Quantity> amounts, String name) {
        Quantity amount = amounts.get(name);
        return amount == null ? BigDecimal.ZERO : amount.getNumericalAmount();
    }
}
