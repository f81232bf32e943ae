package io.fairlead.agent.plugin;

/** What the API says of a pod. */
public enum PodFate {
    /** It is there and has not ended. */
    ALIVE,
    /** It has ended, or there is no pod of that UID any more. */
    ENDED,
    /** The API has not answered yet. */
    UNKNOWN
}
