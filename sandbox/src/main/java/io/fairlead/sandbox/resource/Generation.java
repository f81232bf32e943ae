package io.fairlead.sandbox.resource;

/** What makes {@code metadata.generation} of a kind count. */
public enum Generation {
    /** The kind has no generation. */
    NONE,
    /** It counts changes of the spec. */
    SPEC,
    /** It counts changes of everything but metadata and status, as custom resources with a status subresource do. */
    ALL_BUT_STATUS,
    /** It counts changes of everything but metadata, as custom resources without a status subresource do. */
    ALL
}
