package io.fairlead.sandbox.lifecycle;

import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Stored;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows all changes of the store and lets each part do its share, on one thread. */
public final class Lifecycle implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
    private final GarbageCollector garbage;
    private final Namespaces namespaces;
    private final Definitions definitions;
    private final Thread thread;

    private Lifecycle(Cluster cluster, BuiltInSchemas schemas) {
        var deleter = new Deleter(cluster);
        this.garbage = new GarbageCollector(cluster, deleter);
        this.namespaces = new Namespaces(cluster, deleter);
        this.definitions = new Definitions(cluster, deleter, schemas);
        this.thread = Thread.ofVirtual().name("sandbox-lifecycle").unstarted(this::run);
    }

    /** Starts to follow the store; what is in it already is taken as settled. */
    public static Lifecycle start(Cluster cluster, BuiltInSchemas schemas) {
        var lifecycle = new Lifecycle(cluster, schemas);
        cluster.store().onChange(lifecycle.changes::add);
        lifecycle.thread.start();
        return lifecycle;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (true) {
                Change change = changes.take();
                try {
                    handle(change);
                } catch (RuntimeException e) {
                    LOG.warn("cannot follow a change of {}", change.last(), e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Change change) {
        Stored last = change.last();
        if (last == null) {
            return;
        }
        if (last.type().equals(BuiltIns.CRDS)) {
            definitions.follow(change);
        }
        garbage.follow(change);
        namespaces.follow(change);
        definitions.continueDeletion(last);
    }
}
