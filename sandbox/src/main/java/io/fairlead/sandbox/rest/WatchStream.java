package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.store.Change;
import java.time.Duration;

/** A watch that is about to run: where it starts, what it selects, when it ends. */
public record WatchStream(Change from, Duration timeout) {}
