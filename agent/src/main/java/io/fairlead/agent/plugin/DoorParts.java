package io.fairlead.agent.plugin;

/** The pieces of the door that its plugins share. */
record DoorParts(PluginDoorOptions options, DeviceNodes nodes, Starts starts) {}
