/**
 * The libvirt domain that boots in the launcher's pod. Comes in: an instance and all that the pod knows ({@code DomainInput}):
 * environment, device metadata files, the host's PCI tree, links. Goes out: a {@code Domain} of records, its guest PCI addresses,
 * and warnings. {@code Domain} writes itself as XML and reads XML back, keeping what it does not know.
 */
@NullMarked
package io.fairlead.machine.domain;

import org.jspecify.annotations.NullMarked;
