package io.fairlead.sandbox.resource;

import java.util.List;

/** One version of a kind: its name, whether clients may use it, and how its table looks. */
public record ServedVersion(String name, boolean served, List<Column> columns) {}
