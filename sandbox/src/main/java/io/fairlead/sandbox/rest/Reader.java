package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.store.Snapshot;

/** Reads one object or a collection. */
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
        Snapshot snapshot = cluster.store().list(call.type().id(), call.namespace());
        return new Answer.Many(snapshot.objects(), snapshot.version(), "", -1);
    }
}
