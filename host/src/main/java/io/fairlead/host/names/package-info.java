/**
 * What people and Kubernetes call the things in a machine.
 *
 * <p>In go ids and the text of a pci.ids file, the system's own or the excerpt that comes with Fairlead. Out come names
 * to read, and the names that Harvester and KubeVirt agreed on: resource names, object names, environment variables and
 * sockets. Existing manifests depend on every letter of them.
 */
@NullMarked
package io.fairlead.host.names;

import org.jspecify.annotations.NullMarked;
