package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.cel.DeviceSelectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Checks claims and works out how many devices each request needs, before any device is chosen. */
final class Plan {
    /** The API's limit of devices in one claim. */
    static final int MOST_RESULTS = 32;

    private final Features features;
    private final Map<String, DeviceClass> classes;
    private final DeviceSelectors selectors;
    private final Site site;
    private final Map<String, SelectorRow> rows = new HashMap<>();
    private int positions;
    private int asks;

    private Plan(Features features, Map<String, DeviceClass> classes, DeviceSelectors selectors, Site site) {
        this.features = features;
        this.classes = classes;
        this.selectors = selectors;
        this.site = site;
    }

    /** The claims in their order; throws an {@link AllocationFailure} for what no choice of devices can mend. */
    static List<Claim> of(
            List<ResourceClaim> claims,
            Features features,
            Map<String, DeviceClass> classes,
            DeviceSelectors selectors,
            Site site) {
        Plan plan = new Plan(features, classes, selectors, site);
        return IntStream.range(0, claims.size())
                .mapToObj(i -> plan.claim(i, claims.get(i)))
                .toList();
    }

    private Claim claim(int index, ResourceClaim resource) {
        Claim claim = new Claim(index, resource, constraints(resource));
        long least = 0;
        for (DeviceRequest request : resource.getSpec().getDevices().getRequests()) {
            List<Demand> demands = demands(claim, request);
            List<Ask> asks = new ArrayList<>();
            for (Demand demand : demands) {
                asks.add(ask(claim, demand));
            }
            positions++;
            claim.requests().add(asks);
            least += asks.stream().mapToInt(Ask::needed).min().orElse(0);
        }
        if (least > MOST_RESULTS) {
            throw new AllocationFailure(claim.title() + ": number of requested devices " + least
                    + " exceeds the claim limit of " + MOST_RESULTS);
        }
        return claim;
    }

    private List<Constraint> constraints(ResourceClaim resource) {
        List<Constraint> constraints = new ArrayList<>();
        for (DeviceConstraint constraint : resource.getSpec().getDevices().getConstraints()) {
            boolean match = constraint.getMatchAttribute() != null;
            String attribute = match ? constraint.getMatchAttribute() : constraint.getDistinctAttribute();
            if (attribute == null) {
                throw new AllocationFailure("claim " + Names.of(resource) + ", constraint #" + constraints.size()
                        + ": empty constraint (unsupported constraint type?)");
            }
            constraints.add(
                    new Constraint(match, attribute, constraint.getRequests(), site, features.listTypeAttributes()));
        }
        return constraints;
    }

    private List<Demand> demands(Claim claim, DeviceRequest request) {
        String title = claim.title() + ", request " + request.getName();
        if (!request.getFirstAvailable().isEmpty()) {
            refuseIf(
                    !features.prioritizedList(),
                    title + ": has subrequests, but the DRAPrioritizedList feature is disabled");
        } else {
            refuseIf(request.getExactly() == null, title + ": asks for nothing (unsupported request type?)");
        }
        List<Demand> demands = request.getFirstAvailable().isEmpty()
                ? List.of(Demand.of(request, request.getExactly()))
                : request.getFirstAvailable().stream()
                        .map(alternative -> Demand.of(request, alternative))
                        .toList();
        refuseIf(
                !features.consumableCapacity() && demands.stream().anyMatch(demand -> demand.capacity() != null),
                title + ": has capacity requests, but the DRAConsumableCapacity feature is disabled");
        return demands;
    }

    private Ask ask(Claim claim, Demand demand) {
        String title = claim.title() + ", request " + demand.shortName();
        refuseIf(
                demand.selectors().stream().anyMatch(selector -> selector.getCel() == null),
                title + ": CEL expression empty (unsupported selector type?)");
        refuseIf(
                !features.adminAccess() && demand.adminAccess() != null,
                title + ": admin access is requested, but the feature is disabled");
        refuseIf(demand.className().isEmpty(), title + ": missing device class name (unsupported request type?)");
        DeviceClass deviceClass = classes.get(demand.className());
        if (deviceClass == null) {
            throw new AllocationFailure(title + ": could not retrieve device class " + demand.className()
                    + ": deviceclass.resource.k8s.io \"" + demand.className() + "\" not found");
        }
        Ask ask = new Ask(
                claim,
                asks++,
                positions,
                demand,
                deviceClass,
                rows(deviceClass.getSpec().getSelectors()),
                rows(demand.selectors()),
                features,
                site);
        switch (demand.mode()) {
            case "ExactCount" -> ask.needs(Math.clamp(demand.count(), 0, Integer.MAX_VALUE));
            case "All" -> ask.needsAll(all(ask, title));
            default -> throw new AllocationFailure(title + ": unsupported count mode " + demand.mode());
        }
        return ask;
    }

    /** "All" can only be known when every pool is whole, and looks at used devices too. */
    private int[] all(Ask ask, String title) {
        for (Pool pool : site.pools()) {
            String state = pool.incomplete() != null ? "being updated" : "invalid";
            refuseIf(
                    !pool.isUsable(),
                    title + ": asks for all devices, but resource pool " + pool.id() + " is currently " + state);
        }
        return IntStream.range(0, site.size())
                .filter(device -> ask.isSelectable(device) && ask.hasCapacity(device))
                .toArray();
    }

    private List<SelectorRow> rows(List<DeviceSelector> expressions) {
        return expressions.stream()
                .map(selector -> rows.computeIfAbsent(
                        selector.getCel().getExpression(), expression -> new SelectorRow(site, selectors, expression)))
                .toList();
    }

    private static void refuseIf(boolean refused, String message) {
        if (refused) {
            throw new AllocationFailure(message);
        }
    }
}
