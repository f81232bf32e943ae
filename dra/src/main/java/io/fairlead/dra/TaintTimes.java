package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintBuilder;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** When a taint was added is known to the API server alone, and must not move when something else of the slice changes. */
final class TaintTimes {
    /** The API server keeps whole seconds. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private TaintTimes() {}

    /** The wanted devices, with the times of those taints that are published already. */
    static List<Device> keep(List<Device> wanted, List<Device> published) {
        if (wanted.stream().allMatch(device -> device.getTaints().isEmpty())) {
            return wanted;
        }
        Map<String, Device> byName =
                published.stream().collect(Collectors.toMap(Device::getName, Function.identity(), (first, _) -> first));
        return wanted.stream()
                .map(device -> {
                    Device before = byName.get(device.getName());
                    return before == null || device.getTaints().isEmpty() ? device : keep(device, before.getTaints());
                })
                .toList();
    }

    private static Device keep(Device wanted, List<DeviceTaint> published) {
        return new DeviceBuilder(wanted)
                .withTaints(wanted.getTaints().stream()
                        .map(taint -> published.stream()
                                .filter(before -> isSame(taint, before))
                                .findFirst()
                                .orElse(taint))
                        .toList())
                .build();
    }

    private static boolean isSame(DeviceTaint wanted, DeviceTaint published) {
        return timeless(wanted).equals(timeless(published))
                && (wanted.getTimeAdded() == null || isNear(wanted.getTimeAdded(), published.getTimeAdded()));
    }

    private static DeviceTaint timeless(DeviceTaint taint) {
        return new DeviceTaintBuilder(taint).withTimeAdded(null).build();
    }

    private static boolean isNear(String one, @Nullable String other) {
        if (other == null) {
            return false;
        }
        Duration apart = Duration.between(OffsetDateTime.parse(one), OffsetDateTime.parse(other));
        return apart.abs().compareTo(TOLERANCE) <= 0;
    }
}
