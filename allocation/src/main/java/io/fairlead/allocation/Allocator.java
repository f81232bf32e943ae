package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.cel.CelFailure;
import io.fairlead.cel.DeviceSelectors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Decides which devices of a node claims get.
 *
 * <p>An instance looks at one state of a cluster and may be asked about any number of nodes and claims, also by several
 * threads at a time. It changes nothing: what it decides, the caller writes down.
 */
public final class Allocator {
    /** Compiled selectors by the features that they were compiled for; compiling is what costs. */
    private static final Map<List<Boolean>, DeviceSelectors> SELECTORS = new ConcurrentHashMap<>();

    /** As long as the scheduler of Kubernetes gives a node by default. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Features features;
    private final Duration limit;
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Holdings holdings;
    private final Pools pools;
    private final DeviceSelectors selectors;

    public Allocator(Cluster cluster) {
        this(cluster, LIMIT);
    }

    /** @param limit when to give up on a node, with an outcome that says so */
    public Allocator(Cluster cluster, Duration limit) {
        this.limit = limit;
        features = cluster.features();
        cluster.deviceClasses()
                .forEach(deviceClass -> classes.put(deviceClass.getMetadata().getName(), deviceClass));
        holdings = new Holdings(cluster.allocatedDevices());
        pools = new Pools(cluster);
        selectors = SELECTORS.computeIfAbsent(
                List.of(features.consumableCapacity(), features.listTypeAttributes()),
                flags -> new DeviceSelectors(flags.get(0), flags.get(1)));
    }

    /** One question about one node. */
    public static Outcome allocate(AllocationRequest request) {
        return new Allocator(request.cluster()).allocate(request.node(), request.claims());
    }

    /** The devices that the node can give to these claims, which are all of a pod that have none yet. */
    public Outcome allocate(Node node, List<ResourceClaim> requested) {
        try {
            Site site = new Site(node, pools.seenFrom(node), holdings);
            List<Claim> claims = Plan.of(requested, features, classes, selectors, site);
            Optional<List<List<Pick>>> picks = Search.run(site, claims, new Deadline(limit));
            return picks.isPresent() ? allocated(site, claims, picks.get()) : refused(site);
        } catch (AllocationFailure | CelFailure failure) {
            return new Outcome.Failed(String.valueOf(failure.getMessage()));
        }
    }

    /** The devices and demands of an attempt, for the one who has to explain it. */
    Findings findings(Node node, List<ResourceClaim> requested) {
        Site site = new Site(node, pools.seenFrom(node), holdings);
        return new Findings(site, Plan.of(requested, features, classes, selectors, site));
    }

    /** What the attributes of a node's devices are called. */
    Set<String> attributes(Node node) {
        return pools.seenFrom(node).stream()
                .flatMap(pool -> pool.slices().stream())
                .flatMap(slice -> slice.listed().stream())
                .flatMap(device -> device.getAttributes().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Outcome allocated(Site site, List<Claim> claims, List<List<Pick>> picks) {
        Results results = new Results(features, site, () -> UUID.randomUUID().toString());
        List<AllocationResult> written = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            written.add(results.of(claims.get(i), picks.get(i)));
        }
        return new Outcome.Allocated(written);
    }

    /** A pool that contradicts itself may be what is missing, and somebody has to mend it. */
    private static Outcome refused(Site site) {
        for (Pool pool : site.pools()) {
            if (pool.invalid() != null) {
                return new Outcome.Failed(
                        "invalid resource pools were encountered: pool " + pool.id() + ": " + pool.invalid());
            }
        }
        return new Outcome.Unallocatable();
    }
}
