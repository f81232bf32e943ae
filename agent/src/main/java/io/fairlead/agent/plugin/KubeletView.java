package io.fairlead.agent.plugin;

import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.kubelet.PodResourcesClient;
import io.fairlead.wire.podresources.v1.ContainerDevices;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;

/** What the kubelet tells of its devices. Calls block. */
interface KubeletView extends AutoCloseable {
    /** Who has what. */
    Rows list() throws AwayException;

    /** What it would hand out, or has handed out. */
    List<Countable> allocatable() throws AwayException;

    @Override
    void close();

    /** A device that the kubelet counts among those that it may hand out. */
    record Countable(String resource, String id) {}

    /** The kubelet does not answer, so nothing is known. */
    final class AwayException extends Exception {
        private static final long serialVersionUID = 1;

        AwayException(String message) {
            super(message);
        }
    }

    /** By the kubelet's own socket. */
    static KubeletView of(KubeletFolder folder) {
        PodResourcesClient client = PodResourcesClient.of(folder);
        return new KubeletView() {
            @Override
            public Rows list() throws AwayException {
                try {
                    return Rows.of(client.list());
                } catch (StatusRuntimeException e) {
                    throw away(e);
                }
            }

            @Override
            public List<Countable> allocatable() throws AwayException {
                try {
                    List<Countable> all = new ArrayList<>();
                    for (ContainerDevices devices : client.allocatable().getDevicesList()) {
                        devices.getDeviceIdsList().forEach(id -> all.add(new Countable(devices.getResourceName(), id)));
                    }
                    return all;
                } catch (StatusRuntimeException e) {
                    throw away(e);
                }
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    private static AwayException away(StatusRuntimeException e) {
        return new AwayException("the kubelet does not tell who has what: " + e.getMessage());
    }
}
