package io.fairlead.testbed.junit;

/** The namespace that one test has for itself. */
public record TestNamespace(String name) {}
