package io.fairlead.sandbox.node.plugin;

import java.nio.file.Path;
import java.util.List;

/** Takes the plugins of one type. Called on a thread of the plugin's own, never twice at a time for one socket. */
public interface PluginHandler {
    /** Whether such a plugin can be used at all; asked before it is taken. */
    void validate(String name, Path endpoint, List<String> versions) throws PluginRefusedException;

    /** Takes the plugin into use. */
    void register(String name, Path endpoint, List<String> versions) throws PluginRefusedException;

    /** The plugin's registration socket is gone. */
    void deregister(String name, Path endpoint);
}
