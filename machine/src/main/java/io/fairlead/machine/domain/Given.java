package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;

/** What the machine was given for one of the devices that it asked for. */
sealed interface Given {
    /** One PCI function. */
    record Function(PciAddress address) implements Given {}

    /** A whole card, by its function 0. */
    record Card(PciAddress first) implements Given {}

    /** A mediated device. */
    record Mediated(String uuid) implements Given {}
}
