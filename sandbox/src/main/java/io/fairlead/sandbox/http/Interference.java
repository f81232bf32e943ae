package io.fairlead.sandbox.http;

import io.fairlead.sandbox.rest.Call;
import java.util.function.BooleanSupplier;

/** What comes between a client and the server, for tests. Called by each request's own thread. */
public interface Interference {
    /** Lets a call through, holds it up, or throws the {@code StatusException} that the client gets instead. */
    void before(Call call) throws InterruptedException;

    /** Says whether a watch that starts now is to end. */
    BooleanSupplier dropped(Call call);
}
