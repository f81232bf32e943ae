package io.fairlead.sandbox.rest;

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
}
