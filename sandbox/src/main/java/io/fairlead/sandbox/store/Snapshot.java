package io.fairlead.sandbox.store;

import java.util.List;

/** The objects of a shelf at one resource version, in key order, and the change to go on watching from. */
public record Snapshot(List<Stored> objects, long version, Change last) {}
