package io.fairlead.agent.plugin;

import io.fairlead.wire.podresources.v1.ContainerDevices;
import io.fairlead.wire.podresources.v1.ContainerResources;
import io.fairlead.wire.podresources.v1.PodResources;
import java.util.ArrayList;
import java.util.List;

/**
 * Who has what, as one list of the kubelet says.
 *
 * @param rows one for each device of each container
 */
record Rows(List<Row> rows) {
    Rows {
        rows = List.copyOf(rows);
    }

    /** A device that a pod has. */
    record Row(PodName pod, String resource, String id) {}

    /** A pod as the kubelet's list names it. */
    record PodName(String namespace, String name) {
        @Override
        public String toString() {
            return "pod " + namespace + "/" + name;
        }
    }

    static Rows of(List<PodResources> pods) {
        List<Row> rows = new ArrayList<>();
        for (PodResources pod : pods) {
            PodName name = new PodName(pod.getNamespace(), pod.getName());
            for (ContainerResources container : pod.getContainersList()) {
                for (ContainerDevices devices : container.getDevicesList()) {
                    devices.getDeviceIdsList().forEach(id -> rows.add(new Row(name, devices.getResourceName(), id)));
                }
            }
        }
        return new Rows(rows);
    }

    /** The pods that have a device; more than one only if the kubelet is wrong. */
    List<PodName> holders(String resource, String id) {
        return rows.stream()
                .filter(row -> row.resource().equals(resource) && row.id().equals(id))
                .map(Row::pod)
                .distinct()
                .toList();
    }
}
