package io.fairlead.sandbox.status;

/** One entry of a Status' {@code details.causes}: which field, why (a machine's word), and in a human's words. */
public record Cause(String reason, String message, String field) {}
