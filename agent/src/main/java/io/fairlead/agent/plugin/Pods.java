package io.fairlead.agent.plugin;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.agent.ledger.Holder;
import java.util.Optional;
import java.util.Set;

/** What the API says of this node's pods. */
public interface Pods {
    /** The UID of the pod that has this name now. */
    Optional<String> uid(String namespace, String name);

    /** Whether a pod has ended. */
    PodFate fate(Holder.Pod pod);

    /** From an informer on the pods of this node; {@code changed} is called soon after one has changed. */
    static Pods of(SharedIndexInformer<Pod> informer, Runnable changed) {
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                changed.run();
            }

            @Override
            public void onUpdate(Pod before, Pod pod) {
                changed.run();
            }

            @Override
            public void onDelete(Pod pod, boolean lastStateUnknown) {
                changed.run();
            }
        });
        return new Pods() {
            @Override
            public Optional<String> uid(String namespace, String name) {
                return Optional.ofNullable(informer.getStore().getByKey(namespace + "/" + name))
                        .map(pod -> pod.getMetadata().getUid());
            }

            @Override
            public PodFate fate(Holder.Pod pod) {
                if (!informer.hasSynced()) {
                    return PodFate.UNKNOWN;
                }
                Pod now = informer.getStore().getByKey(pod.namespace() + "/" + pod.name());
                boolean same = now != null && pod.uid().equals(now.getMetadata().getUid());
                return same && !hasEnded(now) ? PodFate.ALIVE : PodFate.ENDED;
            }
        };
    }

    private static boolean hasEnded(Pod pod) {
        return pod.getStatus() != null
                && Set.of("Succeeded", "Failed")
                        .contains(String.valueOf(pod.getStatus().getPhase()));
    }
}
