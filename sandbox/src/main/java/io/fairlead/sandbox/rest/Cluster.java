package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.store.Store;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/** What every request works on. */
public record Cluster(Store store, Registry registry, Clock clock, RandomGenerator random) {
    /** Now, in the whole seconds that the API's timestamps have. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
