package io.fairlead.sandbox.status;

/**
 * What a Status is about. {@code kind} is the plural resource name for most answers and the Kind for Invalid ones, as the
 * real server has it.
 */
public record Subject(String group, String kind, String name) {
    /** {@code pods}, or {@code resourceclaims.resource.k8s.io} outside the core group. */
    public String qualified() {
        return group.isEmpty() ? kind : kind + "." + group;
    }

    /** {@code pods "web"}. */
    public String quoted() {
        return qualified() + " \"" + name + "\"";
    }
}
