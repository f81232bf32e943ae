package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.status.Subject;
import java.util.Locale;

/** What a request wants, in the words of the Kubernetes API. */
public enum Verb {
    GET,
    LIST,
    WATCH,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    DELETECOLLECTION;

    /** As discovery and audit logs spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The options that a request of this verb carries, as the subject of what is wrong with them. */
    Subject options() {
        String kind = switch (this) {
            case CREATE -> "CreateOptions";
            case PATCH -> "PatchOptions";
            case DELETE, DELETECOLLECTION -> "DeleteOptions";
            case UPDATE, GET -> "UpdateOptions";
            case LIST, WATCH -> "ListOptions";
        };
        return new Subject("meta.k8s.io", kind, "");
    }
}
