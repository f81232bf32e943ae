package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfigurationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes what was chosen the way a claim's status has it. */
final class Results {
    private final Features features;
    private final Site site;
    private final Supplier<String> shareIds;

    Results(Features features, Site site, Supplier<String> shareIds) {
        this.features = features;
        this.site = site;
        this.shareIds = shareIds;
    }

    AllocationResult of(Claim claim, List<Pick> picks) {
        return new AllocationResultBuilder()
                .withNewDevices()
                .withResults(picks.stream().map(this::result).toList())
                .withConfig(config(claim, picks))
                .endDevices()
                .withNodeSelector(nodeSelector(claim, picks))
                .build();
    }

    private DeviceRequestAllocationResult result(Pick pick) {
        PoolDevice device = site.device(pick.device());
        Demand demand = pick.ask().demand();
        DeviceRequestAllocationResultBuilder result = new DeviceRequestAllocationResultBuilder()
                .withRequest(demand.name())
                .withDriver(device.id().driver())
                .withPool(device.id().pool())
                .withDevice(device.id().device())
                .withTolerations(demand.tolerations());
        if (demand.hasAdminAccess()) {
            result.withAdminAccess(true);
        }
        if (pick.shared()) {
            result.withShareID(shareIds.get());
            Map<String, io.fabric8.kubernetes.api.model.Quantity> consumed = new TreeMap<>();
            pick.share()
                    .forEach((name, amount) ->
                            consumed.put(name, new io.fabric8.kubernetes.api.model.Quantity(amount.toString())));
            result.withConsumedCapacity(consumed);
        }
        if (features.bindingConditions()) {
            result.withBindingConditions(device.device().getBindingConditions())
                    .withBindingFailureConditions(device.device().getBindingFailureConditions());
        }
        return result.build();
    }

    /** A class's configuration comes once, for all its requests; then the claim's own. */
    private static List<DeviceAllocationConfiguration> config(Claim claim, List<Pick> picks) {
        List<Ask> chosen = chosen(claim, picks);
        Map<String, List<Ask>> byClass = new LinkedHashMap<>();
        chosen.forEach(ask -> byClass.computeIfAbsent(ask.demand().className(), c -> new ArrayList<>())
                .add(ask));
        List<DeviceAllocationConfiguration> merged = new ArrayList<>();
        byClass.values().forEach(asks -> {
            List<String> names = asks.stream().map(ask -> ask.demand().name()).toList();
            for (DeviceClassConfiguration config :
                    asks.get(0).deviceClass().getSpec().getConfig()) {
                merged.add(new DeviceAllocationConfigurationBuilder()
                        .withSource("FromClass")
                        .withRequests(names)
                        .withOpaque(config.getOpaque())
                        .build());
            }
        });
        for (DeviceClaimConfiguration config :
                claim.resource().getSpec().getDevices().getConfig()) {
            // One that names several requests comes once for each of them, as it does in Kubernetes.
            long times = config.getRequests().isEmpty()
                    ? 1
                    : chosen.stream()
                            .filter(ask -> ask.demand().isAmong(config.getRequests()))
                            .count();
            for (long i = 0; i < times; i++) {
                merged.add(new DeviceAllocationConfigurationBuilder()
                        .withSource("FromClaim")
                        .withRequests(config.getRequests())
                        .withOpaque(config.getOpaque())
                        .build());
            }
        }
        return merged;
    }

    /** The alternative of every request that was met. */
    private static List<Ask> chosen(Claim claim, List<Pick> picks) {
        Set<Ask> met = new HashSet<>();
        picks.forEach(pick -> met.add(pick.ask()));
        return claim.requests().stream()
                .map(asks -> asks.stream().filter(met::contains).findFirst().orElse(asks.get(0)))
                .toList();
    }

    /** Where a pod may run that uses these devices; null when everywhere. */
    private @Nullable NodeSelector nodeSelector(Claim claim, List<Pick> picks) {
        List<NodeSelectorRequirement> fields = new ArrayList<>();
        List<NodeSelectorRequirement> expressions = new ArrayList<>();
        for (Pick pick : picks) {
            PoolDevice device = site.device(pick.device());
            Device spec = device.device();
            ResourceSliceSpec slice = device.slice().spec();
            boolean perDevice = device.slice().perDeviceNodeSelection();
            if ((perDevice ? spec.getNodeName() : slice.getNodeName()) != null
                    || Boolean.TRUE.equals(spec.getBindsToNode())) {
                return thisNode();
            }
            NodeSelector selector = perDevice ? spec.getNodeSelector() : slice.getNodeSelector();
            if (selector != null && !selector.getNodeSelectorTerms().isEmpty()) {
                if (selector.getNodeSelectorTerms().size() > 1) {
                    throw new AllocationFailure("create NodeSelector for " + claim.title() + ": slice "
                            + device.slice().name() + " has a node selector with more than one term");
                }
                NodeSelectorTerm term = selector.getNodeSelectorTerms().get(0);
                addNew(fields, term.getMatchFields());
                addNew(expressions, term.getMatchExpressions());
            }
        }
        if (fields.isEmpty() && expressions.isEmpty()) {
            return null;
        }
        return new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .withMatchFields(fields)
                .withMatchExpressions(expressions)
                .endNodeSelectorTerm()
                .build();
    }

    private NodeSelector thisNode() {
        return new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(site.node().getMetadata().getName())
                .endMatchField()
                .endNodeSelectorTerm()
                .build();
    }

    private static void addNew(List<NodeSelectorRequirement> to, List<NodeSelectorRequirement> from) {
        for (NodeSelectorRequirement requirement : from) {
            boolean known = to.stream()
                    .anyMatch(other -> other.getKey().equals(requirement.getKey())
                            && other.getOperator().equals(requirement.getOperator())
                            && new HashSet<>(other.getValues()).equals(new HashSet<>(requirement.getValues())));
            if (!known) {
                to.add(requirement);
            }
        }
    }
}
