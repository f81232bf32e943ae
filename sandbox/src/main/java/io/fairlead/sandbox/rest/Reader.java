package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import io.fairlead.sandbox.store.Snapshot;
import io.fairlead.sandbox.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one object, or a collection page by page. */
public final class Reader {
    private final Cluster cluster;

    public Reader(Cluster cluster) {
        this.cluster = cluster;
    }

    public Answer get(Call call) {
        return cluster.store()
                .get(call.type().id(), call.namespace(), call.name())
                .map(stored -> new Answer.One(200, stored))
                .orElseThrow(call::notFound);
    }

    public Answer list(Call call) {
        ListOptions options = ListOptions.of(call);
        Optional<ContinueToken> token =
                options.next().isEmpty() ? Optional.empty() : Optional.of(ContinueToken.decode(options.next()));
        Snapshot snapshot = token.isPresent() ? goOn(call, token.get()) : begin(call, options);
        List<Stored> rest = snapshot.objects();
        if (token.isPresent()) {
            String after = token.get().after();
            rest = rest.stream()
                    .filter(stored -> stored.key().compareTo(after) > 0)
                    .toList();
        }
        return page(rest, options, snapshot.version());
    }

    /** All objects that a selector means, for deleting them. */
    public List<Stored> selected(Call call) {
        ListOptions options = ListOptions.of(call);
        return begin(call, options).objects().stream()
                .filter(stored -> options.selection().matches(stored.tree()))
                .toList();
    }

    private static Answer page(List<Stored> objects, ListOptions options, long version) {
        if (options.selection().everything() && (options.limit() == 0 || objects.size() <= options.limit())) {
            return new Answer.Many(objects, version, "", -1);
        }
        List<Stored> page = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            Stored stored = objects.get(i);
            if (options.limit() > 0 && page.size() == options.limit()) {
                String next = new ContinueToken(version, objects.get(i - 1).key()).encode();
                return new Answer.Many(page, version, next, options.selection().everything() ? objects.size() - i : -1);
            }
            if (options.selection().matches(stored.tree())) {
                page.add(stored);
            }
        }
        return new Answer.Many(page, version, "", -1);
    }

    private Snapshot begin(Call call, ListOptions options) {
        Snapshot now = cluster.store().list(call.type().id(), call.namespace());
        if (options.version() > now.version()) {
            throw tooLarge(options.version(), now.version());
        }
        // A limit with a version and no match means exactly that version: older clients page like that.
        boolean exact = options.match().equals("Exact")
                || (options.match().isEmpty() && options.limit() > 0 && options.version() > 0);
        return !exact
                ? now
                : cluster.store()
                        .listAt(call.type().id(), call.namespace(), options.version())
                        .orElseThrow(
                                () -> StatusException.expired("The resourceVersion for the provided list is too old."));
    }

    private Snapshot goOn(Call call, ContinueToken token) {
        return token.version() < 0
                ? cluster.store().list(call.type().id(), call.namespace())
                : cluster.store()
                        .listAt(call.type().id(), call.namespace(), token.version())
                        .orElseThrow(() -> StatusException.expiredPage(new ContinueToken(-1, token.after()).encode()));
    }

    private static StatusException tooLarge(long asked, long current) {
        return StatusException.of(
                504,
                "Timeout",
                "Timeout: Too large resource version: " + asked + ", current: " + current,
                new Subject("", "", ""),
                List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", "")));
    }
}
