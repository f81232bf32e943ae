package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.DeviceAttribute;
import io.fairlead.api.kubevirt.DeviceStatus;
import io.fairlead.api.kubevirt.DeviceStatusInfo;
import io.fairlead.api.kubevirt.MachineResourceClaim;
import io.fairlead.api.kubevirt.VirtualMachineInstanceStatus;
import io.fairlead.api.metadata.MetadataAttribute;
import io.fairlead.api.metadata.MetadataDevice;
import io.fairlead.host.PciAddress;
import io.fairlead.machine.UnrenderableException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what was allocated for a claim's request: in a metadata file, else in the status, else in the environment. */
final class ClaimedDevices {
    private static final String PCI_BUS_ID = "resource.kubernetes.io/pciBusID";
    private static final String MDEV_UUID = "mdevUUID";
    private static final String TYPE = "type";
    private static final String CARD = "card";

    private final DomainInput input;
    private final EnvironmentPools environment;
    private final List<String> warnings;

    ClaimedDevices(DomainInput input, EnvironmentPools environment, List<String> warnings) {
        this.input = input;
        this.environment = environment;
        this.warnings = warnings;
    }

    Given gpu(String field, String device, String claim, String request) {
        return find(field, device, claim, request, DeviceStatus::gpuStatuses);
    }

    /** Networks keep their status among the host devices, under the network's name. */
    Given hostDevice(String field, String device, String claim, String request) {
        return find(field, device, claim, request, DeviceStatus::hostDeviceStatuses);
    }

    private Given find(
            String field,
            String device,
            String claim,
            String request,
            Function<DeviceStatus, List<DeviceStatusInfo>> statuses) {
        List<MetadataDevice> described = input.metadata().devices(folder(field, claim), request);
        if (described.size() > 1) {
            warnings.add("%s: claim %s, request %s has %d devices; %s is used, the others are not"
                    .formatted(
                            field,
                            claim,
                            request,
                            described.size(),
                            described.getFirst().name()));
        }
        if (!described.isEmpty()) {
            return described(field, described.getFirst());
        }
        DeviceAttribute reported = reported(device, statuses);
        if (reported != null) {
            return reported(field, reported);
        }
        for (EnvironmentPools.Kind kind : EnvironmentPools.Kind.values()) {
            Given given = environment.take(kind, claim + "/" + request);
            if (given != null) {
                return given;
            }
        }
        throw new UnrenderableException("%s: nothing tells the device of claim %s, request %s: no metadata file, no"
                        .formatted(field, claim, request)
                + " status.deviceStatus, no environment variable");
    }

    private String folder(String field, String claim) {
        List<MachineResourceClaim> claims = input.instance().getSpec().resourceClaims();
        for (MachineResourceClaim candidate : claims) {
            if (claim.equals(candidate.name())) {
                return name(candidate.resourceClaimName()).isEmpty()
                        ? "resourceclaimtemplates/" + claim
                        : "resourceclaims/" + candidate.resourceClaimName();
            }
        }
        throw new UnrenderableException("%s: claim \"%s\" is not among spec.resourceClaims, which are %s"
                .formatted(
                        field,
                        claim,
                        claims.stream().map(MachineResourceClaim::name).collect(Collectors.joining(", "))));
    }

    /** A virtual GPU may also tell its parent's PCI address, so the UUID comes first. */
    private static Given described(String field, MetadataDevice device) {
        String uuid = attribute(device, MDEV_UUID);
        if (uuid != null) {
            return new Given.Mediated(EnvironmentPools.uuid(field, uuid));
        }
        String address = attribute(device, PCI_BUS_ID);
        if (address == null) {
            throw new UnrenderableException("%s: device %s of driver %s has neither %s nor %s"
                    .formatted(field, device.name(), device.driver(), MDEV_UUID, PCI_BUS_ID));
        }
        PciAddress place = place(field, address);
        return CARD.equals(attribute(device, TYPE)) ? new Given.Card(place) : new Given.Function(place);
    }

    /** An attribute by its own name, or qualified by the driver's. */
    private static @Nullable String attribute(MetadataDevice device, String name) {
        MetadataAttribute value = device.attributes().get(name);
        if (value == null) {
            value = device.attributes().get(device.driver() + "/" + name);
        }
        return value == null || name(value.text()).isEmpty() ? null : value.text();
    }

    private @Nullable DeviceAttribute reported(String device, Function<DeviceStatus, List<DeviceStatusInfo>> statuses) {
        VirtualMachineInstanceStatus status = input.instance().getStatus();
        if (status == null || status.deviceStatus() == null) {
            return null;
        }
        for (DeviceStatusInfo info : statuses.apply(status.deviceStatus())) {
            if (device.equals(info.name()) && info.deviceResourceClaimStatus() != null) {
                return info.deviceResourceClaimStatus().attributes();
            }
        }
        return null;
    }

    private static Given reported(String field, DeviceAttribute attribute) {
        if (attribute.mdevUuid() != null) {
            return new Given.Mediated(EnvironmentPools.uuid(field, attribute.mdevUuid()));
        }
        if (attribute.pciAddress() != null) {
            return new Given.Function(place(field, attribute.pciAddress()));
        }
        throw new UnrenderableException(field + ": its status has neither pciAddress nor mDevUUID");
    }

    private static PciAddress place(String field, String address) {
        return PciAddress.tryParse(address)
                .orElseThrow(() -> new UnrenderableException(field + ": \"" + address + "\" is not a PCI address"));
    }
}
