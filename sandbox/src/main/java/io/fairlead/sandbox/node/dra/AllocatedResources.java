package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceHealth;
import io.fabric8.kubernetes.api.model.ResourceStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a container's status says of the health of its claims' devices. */
public final class AllocatedResources {
    private final DraManager claims;
    private final DeviceHealth health;

    AllocatedResources(DraManager claims, DeviceHealth health) {
        this.claims = claims;
        this.health = health;
    }

    public List<ResourceStatus> of(Pod pod, Container container) {
        List<ResourceStatus> statuses = new ArrayList<>();
        for (ContainerClaim asked : ContainerClaim.of(pod, container)) {
            Map<String, ResourceHealth> devices = new LinkedHashMap<>();
            claims.find(asked.claim())
                    .ifPresent(claim -> claim.devices()
                            .forEach((driver, all) -> all.stream()
                                    .filter(device -> device.serves(asked.request()))
                                    .map(device -> health(driver, device))
                                    .forEach(one -> devices.putIfAbsent(one.getResourceID(), one))));
            if (!devices.isEmpty()) {
                statuses.add(new ResourceStatus(asked.statusName(), List.copyOf(devices.values())));
            }
        }
        return statuses;
    }

    private ResourceHealth health(String driver, PreparedDevice device) {
        DeviceHealth.Health now = health.of(driver, device.pool(), device.device());
        String id = device.cdiIds().isEmpty()
                ? driver + "/" + device.pool() + "/" + device.device()
                : device.cdiIds().getFirst();
        ResourceHealth result = new ResourceHealth();
        result.setResourceID(id);
        result.setHealth(now.word());
        if (!now.message().isEmpty()) {
            result.setMessage(now.message());
        }
        return result;
    }
}
