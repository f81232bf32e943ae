package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Backoff;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.reconcile.Result;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the ResourceSlices of a driver on one node like the pools that the driver has.
 *
 * <p>It waits until the node is there, adopts what an earlier process has published, and puts back what somebody else (the
 * kubelet does so when it starts) has deleted or changed. A watch only rings the bell; what is true is read from the API server
 * each time, so nothing is ever written from an outdated view. When it is closed, the slices stay.
 */
public final class SlicePublisher implements AutoCloseable {
    /** Called on the publisher's own thread; what it throws is logged and has no effect. */
    public interface Listener {
        /** The slices of all pools are as the driver wants them. */
        default void published() {}

        /** The API server does not store all of what was published; said once per content of a slice. */
        default void dropped(DroppedFields fields) {}

        /** Publishing did not work, and is tried again. */
        default void failed(String reason) {}
    }

    private static final Logger log = LoggerFactory.getLogger(SlicePublisher.class);

    /** Short enough that slices are back soon after an API server is. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), 0.3);

    private static final Duration UNTIL_NODE = Duration.ofMillis(500);
    /** Against a watch that has gone deaf. */
    private static final Duration FULL_LOOK = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final String driver;
    private final String node;
    private final Listener listener;
    private final Informers informers;
    private final Controller<String> controller;
    /** What the API server made of contents that it did not store in full. Only the controller's one worker adds to it. */
    private final Map<SliceContent, SliceContent> accepted = new ConcurrentHashMap<>();

    private volatile @Nullable Map<String, List<SliceContent>> wanted;

    private SlicePublisher(
            KubernetesClient client, String driver, String node, ReconcileMetrics metrics, Listener listener) {
        this.client = client;
        this.driver = driver;
        this.node = node;
        this.listener = listener;
        this.informers = new Informers(client);
        this.controller = new Controller<>(
                "slices of " + driver,
                _ -> reconcile(),
                new Controller.Settings(
                        1, BACKOFF, Duration.ofSeconds(5), InstantSource.system(), new Random(), metrics));
    }

    /** Starts without waiting for anything: neither the API server nor the node need be there yet. */
    public static SlicePublisher start(
            KubernetesClient client, String driver, String node, ReconcileMetrics metrics, Listener listener) {
        SlicePublisher publisher = new SlicePublisher(client, driver, node, metrics, listener);
        SharedIndexInformer<ResourceSlice> slices = publisher.informers.of(publisher.slices());
        publisher
                .controller
                .on(slices, _ -> List.of(driver))
                .onList(slices, driver)
                .start();
        slices.start();
        return publisher;
    }

    /** These are all pools of the driver on this node from now on. Returns at once; the slices follow. */
    public void publish(List<Pool> pools) {
        Map<String, List<SliceContent>> next =
                pools.stream().collect(Collectors.toUnmodifiableMap(Pool::name, SliceContent::of));
        wanted = next;
        Set<SliceContent> contents =
                next.values().stream().flatMap(List::stream).collect(Collectors.toSet());
        accepted.keySet().retainAll(contents);
        controller.enqueue(driver);
    }

    @Override
    public void close() {
        controller.close();
        informers.close();
    }

    private Result reconcile() {
        Map<String, List<SliceContent>> pools = wanted;
        if (pools == null) {
            return Result.done();
        }
        try {
            Node found = client.nodes().withName(node).get();
            if (found == null) {
                tell(() -> listener.failed("node " + node + " is not there yet"));
                return Result.again(UNTIL_NODE);
            }
            sync(pools, found);
        } catch (KubernetesClientException e) {
            tell(() -> listener.failed(String.valueOf(e.getMessage())));
            throw e;
        }
        tell(listener::published);
        return Result.again(FULL_LOOK);
    }

    private void sync(Map<String, List<SliceContent>> pools, Node owner) {
        Map<String, List<ResourceSlice>> published = slices().list().getItems().stream()
                .collect(
                        Collectors.groupingBy(slice -> slice.getSpec().getPool().getName()));
        Set<String> names = new TreeSet<>(pools.keySet());
        names.addAll(published.keySet());
        for (String name : names) {
            List<ResourceSlice> there = published.getOrDefault(name, List.of());
            List<SliceContent> contents = pools.get(name);
            PoolChanges changes = contents == null
                    ? PoolChanges.removal(there)
                    : PoolChanges.between(name, storable(contents), there, blank(owner));
            apply(name, contents == null ? List.of() : contents, changes);
        }
    }

    private void apply(String pool, List<SliceContent> contents, PoolChanges changes) {
        if (changes.areNone()) {
            return;
        }
        log.info(
                "{}: pool {}: {} slices to delete, {} to update, {} to create",
                driver,
                pool,
                changes.obsolete().size(),
                changes.updates().size(),
                changes.creations().size());
        changes.obsolete().forEach(this::delete);
        for (PoolChanges.Write update : changes.updates()) {
            ResourceSlice stored = client.resource(update.slice()).update();
            compare(pool, contents.get(update.index()), update.slice(), stored);
        }
        for (PoolChanges.Write creation : changes.creations()) {
            ResourceSlice stored = client.resource(creation.slice()).create();
            compare(pool, contents.get(creation.index()), creation.slice(), stored);
        }
    }

    /** Only as it was read: a resource version belongs to one object alone, so this covers its uid too. */
    private void delete(ResourceSlice slice) {
        try {
            client.resource(slice).lockResourceVersion().delete();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
        }
    }

    /** What the API server does not store must not be written again and again. */
    private void compare(String pool, SliceContent asked, ResourceSlice sent, ResourceSlice stored) {
        SliceContent got = SliceContent.of(stored);
        SliceContent expected = new SliceContent(
                TaintTimes.keep(sent.getSpec().getDevices(), got.devices()),
                sent.getSpec().getSharedCounters());
        if (expected.equals(got)) {
            return;
        }
        accepted.put(asked, got);
        DroppedFields dropped =
                new DroppedFields(pool, stored.getMetadata().getName(), DroppedFields.between(expected, got));
        log.warn("{}: the API server has not stored {} of slice {}", driver, dropped.fields(), dropped.slice());
        tell(() -> listener.dropped(dropped));
    }

    private List<SliceContent> storable(List<SliceContent> contents) {
        return contents.stream()
                .map(content -> accepted.getOrDefault(content, content))
                .toList();
    }

    private ResourceSlice blank(Node owner) {
        OwnerReference reference = new OwnerReferenceBuilder()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node)
                .withUid(owner.getMetadata().getUid())
                .withController(true)
                .build();
        return new ResourceSliceBuilder()
                .withNewMetadata()
                .withGenerateName(driver + "-" + node + "-")
                .withOwnerReferences(reference)
                .endMetadata()
                .withNewSpec()
                .withDriver(driver)
                .withNodeName(node)
                .endSpec()
                .build();
    }

    private FilterWatchListDeletable<ResourceSlice, ResourceSliceList, Resource<ResourceSlice>> slices() {
        return client.resources(ResourceSlice.class, ResourceSliceList.class)
                .withField("spec.driver", driver)
                .withField("spec.nodeName", node);
    }

    private void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("{}: the listener of its slices failed", driver, e);
        }
    }
}
