package io.fairlead.sandbox.node.plugin;

/** Why a plugin is not taken; the message is told to the plugin. */
public final class PluginRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;

    public PluginRefusedException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
