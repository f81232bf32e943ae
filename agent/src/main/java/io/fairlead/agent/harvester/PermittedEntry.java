package io.fairlead.agent.harvester;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceStatus;
import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.host.names.ResourceName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What KubeVirt has to know about a resource that we provide.
 *
 * @param selector vendor and device: {@code 10de:2331}
 * @param resource the name that machines ask for
 */
record PermittedEntry(String selector, String resource) implements Comparable<PermittedEntry> {
    /** The one that a claim needs; nothing if its device is not described yet. */
    static Optional<PermittedEntry> of(PciDeviceClaim claim, PciDevice device) {
        PciDeviceStatus status = device.getStatus();
        if (status == null || status.vendorId() == null || status.deviceId() == null || status.resourceName() == null) {
            return Optional.empty();
        }
        boolean single =
                claim.getSpec() != null && Boolean.TRUE.equals(claim.getSpec().disableResourcePooling());
        return ResourceName.tryParse(status.resourceName())
                .map(pool -> single ? pool.forSingle(claim.getMetadata().getName()) : pool)
                .map(name -> new PermittedEntry(status.vendorId() + ":" + status.deviceId(), name.toString()));
    }

    /** As it is written down on the KubeVirt object; junk is nothing. */
    static Optional<PermittedEntry> parse(String text) {
        int equals = text.indexOf('=');
        return equals < 1
                ? Optional.empty()
                : Optional.of(new PermittedEntry(text.substring(0, equals), text.substring(equals + 1)));
    }

    boolean isLike(PciHostDevice entry) {
        return selector.equalsIgnoreCase(entry.pciVendorSelector()) && resource.equals(entry.resourceName());
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("pciVendorSelector", selector);
        json.put("resourceName", resource);
        json.put("externalResourceProvider", true);
        return json;
    }

    @Override
    public int compareTo(PermittedEntry other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return selector + "=" + resource;
    }
}
