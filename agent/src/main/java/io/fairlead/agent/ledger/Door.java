package io.fairlead.agent.ledger;

/** The way by which a function leaves its host. */
public enum Door {
    /** Stays with the host. */
    NONE("none"),
    /** Dynamic resource allocation: published in ResourceSlices. */
    DRA("dra"),
    /** The kubelet's device plugins. */
    PLUGIN("device-plugin");

    private final String text;

    Door(String text) {
        this.text = text;
    }

    /** As people and metrics name it. */
    @Override
    public String toString() {
        return text;
    }
}
