package io.fairlead.dra;

/** Names one claim for good: another claim may have the same name later, never the same uid. */
public record ClaimRef(String namespace, String name, String uid) {
    @Override
    public String toString() {
        return namespace + "/" + name + " (" + uid + ")";
    }
}
