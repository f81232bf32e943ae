/**
 * How plugins make themselves known to the simulated kubelet: sockets in its {@code plugins_registry}.
 *
 * <p>In come sockets that appear, change and vanish; out go calls to the {@link
 * io.fairlead.sandbox.node.plugin.PluginHandler} of the plugin's type, and to the plugin the word whether it was taken.
 */
@NullMarked
package io.fairlead.sandbox.node.plugin;

import org.jspecify.annotations.NullMarked;
