package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Snapshot;
import io.fairlead.sandbox.store.Stored;
import java.time.Duration;
import java.util.List;

/** Starts watches. */
public final class Watching {
    /** The real server ends a watch that names no timeout after half an hour to an hour. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final Cluster cluster;

    public Watching(Cluster cluster) {
        this.cluster = cluster;
    }

    public Answer watch(Call call) {
        ListOptions options = ListOptions.of(call);
        Duration timeout = call.query().number("timeoutSeconds").stream()
                .filter(seconds -> seconds > 0)
                .mapToObj(Duration::ofSeconds)
                .findFirst()
                .orElse(LONGEST);
        boolean bookmarks = call.query().on("allowWatchBookmarks");
        boolean fromStart = options.version() <= 0 || options.initialEvents();
        return new Answer.Events(
                fromStart ? beginning(call, options, bookmarks, timeout) : resumed(call, options, bookmarks, timeout));
    }

    private WatchStream beginning(Call call, ListOptions options, boolean bookmarks, Duration timeout) {
        Snapshot now = cluster.store().list(call.type().id(), call.namespace());
        boolean everythingFirst = options.initialEvents() || !call.query().has("sendInitialEvents");
        List<Stored> initial = everythingFirst
                ? now.objects().stream()
                        .filter(stored -> options.selection().matches(stored.tree()))
                        .toList()
                : List.of();
        return new WatchStream(
                cluster.store(),
                call,
                options.selection(),
                initial,
                now.last(),
                now.version(),
                options.initialEvents() && bookmarks,
                bookmarks,
                timeout);
    }

    private WatchStream resumed(Call call, ListOptions options, boolean bookmarks, Duration timeout) {
        Change from = cluster.store()
                .changeAt(call.type().id(), options.version())
                .orElseThrow(() -> StatusException.expired("too old resource version: " + options.version() + " ("
                        + cluster.store().floor(call.type().id()) + ")"));
        return new WatchStream(
                cluster.store(),
                call,
                options.selection(),
                List.of(),
                from,
                options.version(),
                false,
                bookmarks,
                timeout);
    }
}
