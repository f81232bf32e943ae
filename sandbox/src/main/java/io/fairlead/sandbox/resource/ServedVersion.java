package io.fairlead.sandbox.resource;

import io.fairlead.sandbox.schema.Schema;
import java.util.List;

/** One version of a kind: its name, whether clients may use it, what its objects and its table look like. */
public record ServedVersion(String name, boolean served, Schema schema, List<Column> columns) {}
