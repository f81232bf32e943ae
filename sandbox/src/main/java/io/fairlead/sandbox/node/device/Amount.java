package io.fairlead.sandbox.node.device;

/** How many devices of a resource there are, and how many of them are healthy. */
public record Amount(int capacity, int allocatable) {}
