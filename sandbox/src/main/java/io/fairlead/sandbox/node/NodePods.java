package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.control.Pods;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pods that are bound to one node, as the API server tells. */
final class NodePods {
    private final SharedIndexInformer<Pod> pods;
    private final String node;

    NodePods(SharedIndexInformer<Pod> pods, String node) {
        this.pods = pods;
        this.node = node;
    }

    @Nullable
    Pod find(Key key) {
        Pod pod = pods.getStore().getByKey(key.toString());
        return pod == null || !isHere(pod) ? null : pod;
    }

    List<Pod> active() {
        return pods.getStore().list().stream()
                .filter(pod -> isHere(pod) && !Pods.isTerminal(pod))
                .toList();
    }

    Set<String> activeUids() {
        return active().stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    }

    Controller<Key> tell(Controller<Key> controller) {
        return controller.on(pods, this::isHere, pod -> List.of(Key.of(pod)));
    }

    private boolean isHere(Pod pod) {
        return node.equals(pod.getSpec().getNodeName());
    }
}
