package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fairlead.cel.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request, or one alternative of a request, asks for; both kinds read alike from here on.
 *
 * @param subRequest the alternative's name; null for a request without alternatives
 * @param adminAccess null when the request does not speak of it
 */
record Demand(
        String request,
        @Nullable String subRequest,
        String className,
        List<DeviceSelector> selectors,
        String mode,
        long count,
        @Nullable Boolean adminAccess,
        List<DeviceToleration> tolerations,
        @Nullable Map<String, Quantity> capacity) {

    static Demand of(DeviceRequest request, ExactDeviceRequest exactly) {
        return new Demand(
                request.getName(),
                null,
                text(exactly.getDeviceClassName()),
                exactly.getSelectors(),
                text(exactly.getAllocationMode()),
                exactly.getCount() == null ? 0 : exactly.getCount(),
                exactly.getAdminAccess(),
                exactly.getTolerations(),
                capacity(exactly.getCapacity()));
    }

    static Demand of(DeviceRequest request, DeviceSubRequest alternative) {
        return new Demand(
                request.getName(),
                alternative.getName(),
                text(alternative.getDeviceClassName()),
                alternative.getSelectors(),
                text(alternative.getAllocationMode()),
                alternative.getCount() == null ? 0 : alternative.getCount(),
                null,
                alternative.getTolerations(),
                capacity(alternative.getCapacity()));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable Map<String, Quantity> capacity(@Nullable CapacityRequirements requirements) {
        if (requirements == null) {
            return null;
        }
        Map<String, Quantity> requests = new HashMap<>();
        requirements.getRequests().forEach((name, value) -> requests.put(name, Capacity.parse(value)));
        return requests;
    }

    /** The name in allocation results: {@code request} or {@code request/alternative}. */
    String name() {
        return subRequest == null ? request : request + "/" + subRequest;
    }

    /** The name that messages use, which is the inner one. */
    String shortName() {
        return subRequest == null ? request : subRequest;
    }

    boolean hasAdminAccess() {
        return Boolean.TRUE.equals(adminAccess);
    }

    Map<String, Quantity> requestedCapacity() {
        return capacity == null ? Map.of() : capacity;
    }

    /** Whether a list of request names, as constraints have it, means this one. */
    boolean isAmong(List<String> requests) {
        return requests.isEmpty() || requests.contains(request) || requests.contains(name());
    }
}
