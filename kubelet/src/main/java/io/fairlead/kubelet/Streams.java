package io.fairlead.kubelet;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/** The open streams of one call, which all carry the whole present state. */
final class Streams<M> {
    private final Supplier<M> state;
    // Guarded by this: a stream takes messages from one thread at a time, and the last message must be the latest
    // state.
    private final Set<ServerCallStreamObserver<M>> open = new LinkedHashSet<>();

    Streams(Supplier<M> state) {
        this.state = state;
    }

    synchronized void open(StreamObserver<M> stream) {
        M first = state.get();
        ServerCallStreamObserver<M> opened = (ServerCallStreamObserver<M>) stream;
        opened.setOnCancelHandler(() -> forget(opened));
        open.add(opened);
        opened.onNext(first);
    }

    /** Sends the state as it is now, if anybody listens. */
    synchronized void tell() {
        open.removeIf(ServerCallStreamObserver::isCancelled);
        if (!open.isEmpty()) {
            M now = state.get();
            open.forEach(stream -> stream.onNext(now));
        }
    }

    synchronized void end() {
        open.removeIf(ServerCallStreamObserver::isCancelled);
        open.forEach(StreamObserver::onCompleted);
        open.clear();
    }

    private synchronized void forget(ServerCallStreamObserver<M> stream) {
        open.remove(stream);
    }
}
