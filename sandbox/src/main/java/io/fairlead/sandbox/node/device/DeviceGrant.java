package io.fairlead.sandbox.node.device;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateResponse;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

/**
 * Devices that a container was given, and what their plugin said to it.
 *
 * @param answer the plugin's answer, in base64
 */
public record DeviceGrant(String pod, String container, String resource, List<String> devices, String answer) {
    static DeviceGrant of(
            String pod, String container, String resource, Collection<String> devices, ContainerAllocateResponse said) {
        return new DeviceGrant(
                pod,
                container,
                resource,
                List.copyOf(devices),
                Base64.getEncoder().encodeToString(said.toByteArray()));
    }

    /** What the container is to see. */
    public ContainerAllocateResponse response() {
        try {
            return ContainerAllocateResponse.parseFrom(Base64.getDecoder().decode(answer));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("checkpoint with an answer that no plugin gave", e);
        }
    }

    boolean isOf(String otherPod, String otherContainer) {
        return pod.equals(otherPod) && container.equals(otherContainer);
    }
}
