package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** What can be said of a pod from itself alone. */
public final class Pods {
    private Pods() {}

    public static boolean isTerminal(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    public static boolean isDeleting(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    static boolean isBound(Pod pod) {
        String node = pod.getSpec().getNodeName();
        return node != null && !node.isEmpty();
    }

    /** It will not run, or not run again. */
    static boolean isDone(Pod pod) {
        return isTerminal(pod) || (isDeleting(pod) && !isBound(pod));
    }

    /** What the pod asks of a node: all containers together, or the largest init container where that is more. */
    static Map<String, BigDecimal> requests(Pod pod) {
        Map<String, BigDecimal> sum = new TreeMap<>();
        pod.getSpec().getContainers().forEach(container -> add(sum, container));
        Map<String, BigDecimal> largest = new TreeMap<>();
        for (Container init : pod.getSpec().getInitContainers()) {
            if ("Always".equals(init.getRestartPolicy())) {
                add(sum, init);
            } else {
                requests(init)
                        .forEach((name, amount) -> largest.merge(name, amount.getNumericalAmount(), BigDecimal::max));
            }
        }
        largest.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::max));
        if (pod.getSpec().getOverhead() != null) {
            pod.getSpec()
                    .getOverhead()
                    .forEach((name, amount) -> sum.merge(name, amount.getNumericalAmount(), BigDecimal::add));
        }
        return sum;
    }

    private static void add(Map<String, BigDecimal> sum, Container container) {
        requests(container).forEach((name, amount) -> sum.merge(name, amount.getNumericalAmount(), BigDecimal::add));
    }

    private static Map<String, Quantity> requests(Container container) {
        ResourceRequirements resources = container.getResources();
        return resources == null || resources.getRequests() == null ? Map.of() : resources.getRequests();
    }
}
