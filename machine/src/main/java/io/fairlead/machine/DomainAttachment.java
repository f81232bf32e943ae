package io.fairlead.machine;

import org.jspecify.annotations.Nullable;

/** A way to attach a network interface to a domain that a binding plugin can use instead of a sidecar. */
public enum DomainAttachment {
    /** The plugin's CNI made a tap device, or the pod's link is one. */
    TAP("tap"),
    /** The node's agent makes bridge and tap. */
    MANAGED_TAP("managedTap"),
    /** A virtual function is handed to the guest. */
    SRIOV("sriov");

    private final String wireName;

    DomainAttachment(String wireName) {
        this.wireName = wireName;
    }

    /** Null for a name that is none of these: then the interface is the sidecar's business. */
    static @Nullable DomainAttachment of(@Nullable String wireName) {
        for (DomainAttachment attachment : values()) {
            if (attachment.wireName.equals(wireName)) {
                return attachment;
            }
        }
        return null;
    }
}
