package io.fairlead.sandbox.resource;

/** Where a kind differs from plain create, read, update and delete. */
public enum Trait {
    /** It has a status subresource: status is written there and nowhere else. */
    STATUS,
    /** A new object keeps the status that it was sent with. */
    STATUS_ON_CREATE,
    /** A write to the status leaves all metadata as it was. */
    STATUS_KEEPS_METADATA,
    /** A PUT to a name that does not exist creates it. */
    CREATE_ON_UPDATE,
    /** A PUT must carry a resourceVersion. */
    NEEDS_VERSION,
    /** DELETE answers with the object instead of a Status. */
    RETURNS_DELETED,
    /** It is deleted in two steps: marked with a grace period first, removed by whoever runs it. */
    GRACEFUL,
    /** It came from a CustomResourceDefinition. */
    CUSTOM
}
